// The game around a table as a boardgame.io game, played at random: a move for each event that the script would hear.
// node _boardgame.js FOLDER PLAYERS EVENINGS -> one JSON line with the seconds of processor time and who won.
const [folder, players, evenings] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const { createRequire } = require("module");
const { Client } = createRequire(folder + "/")("boardgame.io/client");

const shuffled = (list) => {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
};
const living = (G) => G.guests.filter((guest) => !guest.dead);
const murderers = (G) => living(G).filter((guest) => guest.murderer);
const verdict = (G) => (!murderers(G).length ? "guests" : murderers(G).length === living(G).length ? "murderers" : null);
const only = (G, beat) => G.beat === beat;
const step = (from, to) => ({ G }) => (only(G, from) ? void (G.beat = to) : "INVALID_MOVE");

const game = {
  name: "table",
  setup: () => ({
    beat: "welcome",
    candidates: [],
    again: false,
    going: -1,
    winner: null,
    guests: shuffled([...Array(players).keys()]).map((card, id) => ({ id, murderer: card < 2, dead: false, age: Math.random() })),
  }),
  moves: {
    begin: step("welcome", "nightfall"),
    fall: step("nightfall", "asleep"),
    sleep: step("asleep", "murder"),
    tap: ({ G }, victim) => {
      if (!only(G, "murder") || G.guests[victim].dead || G.guests[victim].murderer) return "INVALID_MOVE";
      G.going = victim;
      G.beat = "dying";
    },
    die: ({ G }) => {
      G.guests[G.going].dead = true;
      G.winner = verdict(G);
      G.beat = "mourning";
    },
    mourn: step("mourning", "discussion"),
    talk: ({ G }) => {
      G.beat = "circle";
      G.candidates = living(G).map((guest) => guest.id);
      G.again = false;
    },
    point: step("circle", "counting"),
    count: ({ G }, votes) => {
      if (!only(G, "counting") || Object.keys(votes).some((id) => !G.candidates.includes(Number(id)))) return "INVALID_MOVE";
      const most = Math.max(...G.candidates.map((id) => votes[id] ?? 0));
      let tied = G.candidates.filter((id) => (votes[id] ?? 0) === most);
      if (tied.length > 1 && G.again) tied = [tied.reduce((a, b) => (G.guests[a].age < G.guests[b].age ? a : b))];
      if (tied.length > 1) {
        G.candidates = tied;
        G.again = true;
        G.beat = "circle";
      } else {
        G.going = tied[0];
        G.beat = "sacrifice";
      }
    },
    sacrifice: ({ G }) => {
      G.guests[G.going].dead = true;
      G.winner = verdict(G);
      G.beat = "nightfall";
    },
  },
  endIf: ({ G }) => G.winner ?? undefined,
};

const pick = (list) => list[Math.floor(Math.random() * list.length)];
const MOVES = {
  welcome: "begin", nightfall: "fall", asleep: "sleep", dying: "die", mourning: "mourn",
  discussion: "talk", circle: "point", sacrifice: "sacrifice",
};

function evening() {
  const client = Client({ game, debug: false });
  for (;;) {
    const { G, ctx } = client.getState();
    if (ctx.gameover) return ctx.gameover;
    if (G.beat === "murder") client.moves.tap(pick(living(G).filter((guest) => !guest.murderer)).id);
    else if (G.beat === "counting") {
      const votes = {};
      for (const { id } of living(G)) {
        const against = pick(G.candidates.filter((other) => other !== id));
        votes[against] = (votes[against] ?? 0) + 1;
      }
      client.moves.count(votes);
    } else client.moves[MOVES[G.beat]]();
  }
}

for (let i = 0; i < 50; i++) evening(); // warm
const begun = process.cpuUsage();
const wins = {};
for (let i = 0; i < evenings; i++) {
  const winner = evening();
  wins[winner] = (wins[winner] ?? 0) + 1;
}
const used = process.cpuUsage(begun);
console.log(JSON.stringify({ seconds: (used.user + used.system) / 1e6, wins }));
