"""Run by the Python that has KiCad's pcbnew: fills the ground, asks for faults, and plots what a board maker wants.

python3 fabricate.py BOARD.kicad_pcb FOLDER      gerbers, drill file and drc.txt in FOLDER
"""

import sys
from pathlib import Path

import pcbnew  # type: ignore[import-not-found,unused-ignore]  # for the system's Python only

LAYERS = {
    "F_Cu": pcbnew.F_Cu,
    "B_Cu": pcbnew.B_Cu,
    "F_Mask": pcbnew.F_Mask,
    "B_Mask": pcbnew.B_Mask,
    "F_Silkscreen": pcbnew.F_SilkS,
    "Edge_Cuts": pcbnew.Edge_Cuts,
}


def main() -> None:
    source, folder = Path(sys.argv[1]), Path(sys.argv[2])
    board = pcbnew.LoadBoard(str(source))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.WriteDRCReport(board, str(folder / "drc.txt"), pcbnew.EDA_UNITS_MILLIMETRES, True)
    plot = pcbnew.PLOT_CONTROLLER(board)
    options = plot.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberX2format(False)
    options.SetIncludeGerberNetlistInfo(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetSubtractMaskFromSilk(True)
    options.SetPlotFrameRef(False)
    for name, layer in LAYERS.items():
        plot.SetLayer(layer)
        plot.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plot.PlotLayer()
    plot.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetOptions(False, False, pcbnew.wxPoint(0, 0), True)
    drill.SetFormat(True)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


main()
