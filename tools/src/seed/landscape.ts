import { encodePng } from './png';

/** Red, green and blue, from 0 to 255. */
type Colour = [number, number, number];

interface Palette {
  zenith: Colour;
  horizon: Colour;
  ground: Colour;
  light: Colour;
}

const PALETTES: [Palette, ...Palette[]] = [
  { zenith: [28, 58, 112], horizon: [246, 188, 142], ground: [24, 40, 60], light: [255, 236, 196] },
  { zenith: [90, 150, 200], horizon: [226, 238, 240], ground: [34, 84, 72], light: [255, 252, 232] },
  { zenith: [46, 22, 74], horizon: [238, 112, 104], ground: [32, 18, 46], light: [255, 214, 140] },
  { zenith: [12, 22, 46], horizon: [70, 110, 140], ground: [8, 18, 30], light: [236, 240, 250] },
  { zenith: [176, 204, 210], horizon: [250, 240, 214], ground: [96, 106, 62], light: [255, 246, 204] },
];
/** The number of rows of hills. Layer 0 is the farthest and highest one. */
const LAYERS = 5;
const WIDTH = 1200;
const HEIGHT = 630;

const mix = (from: number, to: number, share: number): number => Math.round(from + (to - from) * share);
/** Mixes two colours: `share` 0 is `from`, 1 is `to`. */
const blend = (from: Colour, to: Colour, share: number): Colour => [
  mix(from[0], to[0], share),
  mix(from[1], to[1], share),
  mix(from[2], to[2], share),
];

/** The height of a layer at `x`, as a share of the height of the picture: a sum of three sine waves, whose phases depend on `seed`. */
function ridge(layer: number, x: number, seed: number): number {
  const t = x / WIDTH;
  const phase = seed * 1.7 + layer * 2.3;
  const waves =
    Math.sin(t * 3 + phase) * 0.06 + Math.sin(t * 7 + phase * 2.1) * 0.025 + Math.sin(t * 19 + phase * 3.7) * 0.008;
  return 0.55 - layer * 0.1 + waves;
}

/** A generated PNG of hills under a sky. A seed always gives the same image. So the sample site needs no licensed photographs. */
export function landscape(seed: number): Buffer {
  const palette = PALETTES[seed % PALETTES.length] ?? PALETTES[0];
  const sun = {
    x: WIDTH * (0.2 + 0.6 * ((seed * 0.37) % 1)),
    y: HEIGHT * (0.18 + 0.14 * ((seed * 0.61) % 1)),
    radius: 46,
  };
  const ridges = Array.from({ length: LAYERS }, (_, layer) =>
    Array.from({ length: WIDTH }, (_, x) => HEIGHT * (1 - ridge(layer, x, seed))),
  );
  return encodePng(WIDTH, HEIGHT, (x, y) => {
    for (let layer = LAYERS - 1; layer >= 0; layer--) {
      if (y >= (ridges[layer]?.[x] ?? HEIGHT)) return blend(palette.horizon, palette.ground, (layer + 1) / LAYERS);
    }
    const sky = blend(palette.zenith, palette.horizon, Math.min(1, y / (HEIGHT * 0.55)));
    const distance = Math.hypot(x - sun.x, y - sun.y);
    if (distance < sun.radius) return palette.light;
    // The glow around the sun ends 72 pixels from its edge.
    return blend(palette.light, sky, Math.min(1, (distance - sun.radius) / 160 + 0.55));
  });
}

const LOGO_SIZE = 128;

/** The logo of the sample site as PNG: a sun above a horizon. */
export function sunLogo(): Buffer {
  const { zenith, ground, light } = PALETTES[0];
  return encodePng(LOGO_SIZE, LOGO_SIZE, (x, y) => {
    if (y > LOGO_SIZE * 0.66) return ground;
    return Math.hypot(x - LOGO_SIZE / 2, y - LOGO_SIZE * 0.66) < LOGO_SIZE * 0.3 ? light : zenith;
  });
}
