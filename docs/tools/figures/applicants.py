from monfknn_ref.drawing import Canvas
def draw(layout): return Canvas(layout.width, 10, "t")
