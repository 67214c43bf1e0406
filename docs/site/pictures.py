"""Pictures of the gallery: SVG that follows the reader's light or dark setting. The label of a figure is its text alternative."""
from cordee import dark
from matplotlib import pyplot
from sphinx_gallery.scrapers import figure_rst


def scrape(block, block_vars, gallery_conf, **_):
    """What a block of code has drawn, as reStructuredText."""
    shown = []
    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        if not figure.get_label():
            raise ValueError("%s: a figure without a text alternative: say figure.set_label(...)" % block_vars["src_file"])
        path = str(next(block_vars["image_path_iterator"]))[:-len("png")] + "svg"
        figure.savefig(path)
        dark.adapt(path)
        shown.append(figure_rst([path], gallery_conf["src_dir"], figure.get_label()))
    pyplot.close("all")
    return "".join(shown)


def _get_sg_image_scraper():
    return scrape
