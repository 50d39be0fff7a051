"""Words as Kokoro reads them: espeak-ng says how each is pronounced, and the model's own alphabet writes it down.

Only where voices are made; a box that plays finished files needs none of it.
"""

from __future__ import annotations

import ctypes
import re
from functools import cache
from typing import Any

from majordome.words.narrator import Lang

ESPEAK: dict[Lang, str] = {"fr": "roa/fr", "en": "gmw/en-GB-x-rp"}
LONGEST = 508  # symbols in one breath: the model's memory
# The model's alphabet, by the number of the first symbol of each row.
ALPHABET = {
    number + place: symbol
    for number, row in (
        *((1, ";:,.!?"), (9, '—…"()“” \u0303ʣʥʦʨᵝ\uab67AI'), (31, "O"), (33, "Q"), (35, "ST"), (39, "W")),
        *((41, "Yᵊabcdef"), (50, "hijklmnopqrstuvwxyzɑɐɒæ"), (75, "βɔɕç"), (80, "ɖðʤə"), (85, "ɚɛɜ"), (90, "ɟ")),
        *((92, "ɡ"), (99, "ɥ"), (101, "ɨɪʝ"), (110, "ɯɰŋɳɲɴø"), (118, "ɸθœ"), (123, "ɹ"), (125, "ɾɻ")),
        *((128, "ʁɽʂʃʈʧ"), (135, "ʊʋ"), (138, "ʌɣɤ"), (142, "χʎ"), (147, "ʒʔ"), (156, "ˈˌː"), (162, "ʰ")),
        *((164, "ʲ"), (169, "↓"), (171, "→↗↘"), (177, "ᵻ")),
    )
    for place, symbol in enumerate(row)
}
NUMBERS = {symbol: number for number, symbol in ALPHABET.items()}
MARKS = re.compile(r"(\s*[;:,.!?…—“”«»()]+\s*)")
OPENING = "“("
# Diphthongs and affricates are one symbol each; `^` is how espeak-ng ties two.
TIED = {"a^ɪ": "I", "a^ʊ": "W", "d^ʒ": "ʤ", "e^ɪ": "A", "t^ʃ": "ʧ", "ɔ^ɪ": "Y", "ə^ʊ": "Q"}
WRITTEN: dict[Lang, dict[str, str]] = {
    "fr": {**TIED, "d^z": "ʣ", "o^ʊ": "O", "t^s": "ʦ"},
    "en": {"ʔˌn\u0329": "tn", "ʔn\u0329": "tn"}
    | TIED
    | {"e^ə": "ɛː", "ə^l": "ᵊl", "ʲo": "jo", "ʲə": "jə", "e": "A", "ʲ": "", "ɚ": "əɹ", "r": "ɹ", "x": "k", "ç": "k"}
    | {"ɐ": "ə", "ɬ": "l", "\u0303": "", "i^ə": "ɪə", "iə": "ɪə", "o": "ɔ", "ɾ": "t", "ʔ": "t", "æ": "a"},
}
# What espeak-ng hears otherwise than the model's speakers: chose and jeune; one and none; the end of happy.
END = r"(?=[\s;:,.!?…—”]|$)"
HEARD: dict[Lang, dict[str, str]] = {
    "fr": {"ɔz" + END: "oz", "ø(?=n|v|ɡl|ʁ)(?<=ˈø)": "œ", "panˈi" + END: "paɲˈi"},
    "en": {r"(?<!s)([wn])([ˈˌ]?)ɒn(?=z?[\s;:,.!?…—”]|$)": r"\1\2ʌn", r"(?<=[^\sˈˌ])ɪ" + END: "i"},
}
# What espeak-ng would take for another word: dos for an English one, to close for close by.
SPELT: dict[Lang, dict[str, str]] = {
    "fr": {
        "dos": "dau",
        "ex æquo": "exéquo",
        "([Jj])oker(s?)": r"\1okère\2",
        "s'imposent": "s'impose",
        "vient-elle": "vient telle",
        "compte dix": "compte disse",
        "des six retourne": "des sisse retourne",
        "(au|de) plus(?! jeune)": r"\1 plusse",
        "(Soyez|Retournez) tous": r"\1 tousse",
        "tous ceux": "tout ceux",
    },
    "en": {"Close": "Cloze", "close (your|the)": r"cloze \1", "lives again": "livz again", "bow": "bough"},
}
TYPOGRAPHY = str.maketrans({"’": "'", "\u00a0": " ", "\u202f": " ", "«": "“", "»": "”"})


def spelt(text: str, lang: Lang) -> str:
    """The words as espeak-ng reads them rightly."""
    text = text.translate(TYPOGRAPHY)
    for written, said in SPELT[lang].items():
        text = re.sub(rf"\b{written}\b", said, text)
    return text


def phonemes(text: str, lang: Lang) -> str:
    """`La nuit` -> `la nyˈi`; punctuation stays, because the model breathes by it."""
    out = ""
    for piece in MARKS.split(spelt(text, lang)):
        mark = piece.strip()
        if MARKS.fullmatch(piece):
            out += f" {mark}" if mark in OPENING else f"{mark} "
        elif mark:
            out += _pronounced(mark, lang)
    for spoken, written in WRITTEN[lang].items():
        out = out.replace(spoken, written)
    for heard, said in HEARD[lang].items():
        out = re.sub(heard, said, out)
    out = re.sub(r"(\S)\u0329", r"ᵊ\1", out).replace("^", "").replace("-", "")
    return re.sub(r"\s+", " ", out).strip()


def numbers(text: str, lang: Lang) -> list[int]:
    """The same as the model counts its symbols; what it does not know is left out."""
    return [NUMBERS[symbol] for symbol in phonemes(text, lang) if symbol in NUMBERS]


def sentences(text: str) -> list[str]:
    """What is said in one breath each: sentences, where a very short one goes along with the next."""
    pieces = [piece for piece in re.split(r"(?<=[.!?…])[\s\u00a0\u202f]+(?=[^\s!?»”])", text.strip()) if piece]
    breaths: list[str] = []
    for piece in pieces:
        if breaths and len(breaths[-1]) < 25:
            breaths[-1] += f" {piece}"
        else:
            breaths.append(piece)
    if len(breaths) > 1 and len(breaths[-1]) < 12:
        last = breaths.pop()
        breaths[-1] += f" {last}"
    return breaths


@cache
def _espeak() -> Any:
    import espeakng_loader

    library = ctypes.CDLL(espeakng_loader.get_library_path())
    retrieval, no_exit = 2, 0x8000
    if library.espeak_Initialize(retrieval, 0, espeakng_loader.get_data_path().encode(), no_exit) < 0:
        raise OSError("espeak-ng cannot be started: pip install --force-reinstall espeakng-loader")
    library.espeak_TextToPhonemes.restype = ctypes.c_char_p
    library.espeak_TextToPhonemes.argtypes = [ctypes.POINTER(ctypes.c_char_p), ctypes.c_int, ctypes.c_int]
    return library


def _pronounced(words: str, lang: Lang) -> str:
    library = _espeak()
    if library.espeak_SetVoiceByName(ESPEAK[lang].encode()):
        raise OSError(f"espeak-ng has no voice {ESPEAK[lang]}: pip install --force-reinstall espeakng-loader")
    rest, said = ctypes.c_char_p(words.encode()), []
    utf8, ipa, tie = 1, 0x02, 0x80 | ord("^") << 8
    while rest.value is not None:
        said.append(library.espeak_TextToPhonemes(ctypes.byref(rest), utf8, ipa | tie).decode().strip())
    return re.sub(r"\([a-z^-]+\)", "", " ".join(said))  # (en): where it changes to another language
