/**
 * Portraits of people who do not exist, for the photos of the demo data. Flat drawings in the portal's own colours:
 * the same seed and sex always give the same face.
 */

type Draw = <T>(choices: readonly [T, ...T[]]) => T;

interface Look {
  skin: Tone;
  hair: string;
  cloth: string;
  draw: Draw;
}

interface Tone {
  face: string;
  shade: string;
  lip: string;
}

const SKINS: readonly [Tone, ...Tone[]] = [
  { face: '#f6d5b8', shade: '#e4bb98', lip: '#b9614f' },
  { face: '#f1c7a3', shade: '#dcab84', lip: '#ad5545' },
  { face: '#f4cfae', shade: '#dfb48e', lip: '#b15a49' },
  { face: '#e8b78f', shade: '#cf9a70', lip: '#a04e3f' },
  { face: '#d9a074', shade: '#bd8459', lip: '#8f4437' },
  { face: '#bf8558', shade: '#a46d43', lip: '#7c3a2f' },
];
const DARK_HAIR: readonly [string, ...string[]] = ['#241d1b', '#2a2220', '#332823', '#3f2e25', '#4a3528'];
const GREY_HAIR: readonly [string, ...string[]] = ['#6d6f70', '#8b8d8d'];
const CLOTHES: readonly [string, ...string[]] = [
  '#0b5e68',
  '#0e7c86',
  '#3c5560',
  '#2b3f52',
  '#8a4b2d',
  '#5f7a61',
  '#7a5568',
  '#4f6f8f',
  '#c9653a',
  '#46705f',
];
const BACKGROUNDS: readonly [string, ...string[]] = ['#e6f1ef', '#eef3f5', '#f5efe4', '#e3edf2', '#fbfaf7'];
const PAPER = '#fbfaf7';
const INK = '#1d2b2e';

export function portrait(seed: number, sex: 1 | 0): string {
  const draw = drawer(seed * 2 + sex);
  const look: Look = {
    skin: draw(SKINS),
    hair: draw([false, false, false, false, false, true]) ? draw(GREY_HAIR) : draw(DARK_HAIR),
    cloth: draw(CLOTHES),
    draw,
  };
  const background = draw(BACKGROUNDS);
  const [behind, before] = sex === 1 ? manHair(look) : womanHair(look);
  const parts = [
    `<rect width="295" height="413" fill="${background}"/>`,
    behind,
    `<g transform="translate(0 -20)">${body(look)}</g>`,
    fill('M71 174C64 100 100 68 148 68S231 100 224 174Z', look.hair),
    face(look, sex),
    before,
    draw([false, false, true]) ? glasses() : '',
  ];
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 295 413" width="295" height="413">',
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Picks by a small seeded generator (mulberry32), so that a portrait is the same on every machine. */
function drawer(seed: number): Draw {
  let state = (seed + 1) * 0x9e3779b1;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return (choices) => choices[Math.floor(next() * choices.length)] ?? choices[0];
}

function fill(path: string, colour: string): string {
  return `<path d="${path}" fill="${colour}"/>`;
}

function line(path: string, colour: string, width: number): string {
  return `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function body({ skin, cloth, draw }: Look): string {
  const neck =
    fill('M119 236H176V312Q148 336 119 312Z', skin.shade) +
    fill('M119 268Q148 292 176 262V312H119Z', skin.shade);
  const shoulders = 'M14 433C14 350 62 318 116 306H179C233 318 281 350 281 433Z';
  const cut = draw(['round', 'collar', 'jacket', 'polo', 'vee']);
  if (cut === 'round') {
    return (
      fill(shoulders, cloth) +
      neckHole(neck, 'M112 303Q148 352 183 303') +
      line('M112 304Q148 352 183 304', shade(cloth), 7)
    );
  }
  if (cut === 'vee') {
    return (
      fill(shoulders, cloth) +
      neckHole(neck, 'M112 303L148 372L183 303') +
      line('M112 304L148 372L183 304', shade(cloth), 7)
    );
  }
  if (cut === 'collar') {
    const shirt = draw([PAPER, '#dfeaf2', '#f3e6d6', '#d9edea']);
    return (
      fill(shoulders, shirt) +
      neckHole(neck, 'M116 304L148 344L179 304') +
      fill('M116 292L148 340L118 366L94 312Z', shirt) +
      fill('M179 292L148 340L178 366L202 312Z', shirt) +
      line('M116 294L148 340L118 366L95 313M179 294L148 340L178 366L201 313M148 342V433', shade(shirt), 3)
    );
  }
  if (cut === 'polo') {
    return (
      fill(shoulders, cloth) +
      neckHole(neck, 'M116 304L148 350L179 304') +
      fill('M116 292L148 346L116 360L98 312Z', shade(cloth)) +
      fill('M179 292L148 346L180 360L198 312Z', shade(cloth)) +
      line('M148 350V390', shade(cloth), 4)
    );
  }
  const shirt = draw([PAPER, '#dfeaf2', '#f3e6d6']);
  return (
    fill(shoulders, cloth) +
    fill('M110 306L148 433L186 306Z', shirt) +
    neckHole(neck, 'M117 303L148 346L178 303') +
    fill('M117 293L148 342L124 362L104 308Z', shirt) +
    fill('M178 293L148 342L172 362L191 308Z', shirt) +
    line('M117 296L148 342L124 362M178 296L148 342L172 362', shade(shirt), 2.5) +
    fill('M104 304L82 330L100 352L92 362L144 433H152L204 362L195 352L213 330L191 304L148 420Z', shade(cloth))
  );
}

/** The neck, and the skin that the cut of the cloth leaves bare. */
function neckHole(neck: string, cut: string): string {
  return neck + neck.replace(/d="[^"]+"/, `d="${cut}Z"`);
}

function face({ skin, hair, draw }: Look, sex: 1 | 0): string {
  const jaw = sex === 1 ? draw([34, 40, 46]) : draw([26, 32]);
  const top = 'M76 168C76 96 108 76 148 76S219 96 219 168';
  const head = `${top}C219 ${206 + jaw / 4} ${172 + jaw} 262 148 262S${123 - jaw} ${206 + jaw / 4} 76 168Z`;
  const brow = sex === 1 ? draw([6, 7]) : draw([3.5, 4.5]);
  const mouth = draw(['M126 224Q148 240 170 224', 'M128 226Q148 238 168 226', 'M129 225Q149 236 168 223']);
  const lashes = sex === 1 ? '' : line('M101 172Q114 162 126 171M169 171Q181 162 194 172', INK, 3);
  return [
    `<ellipse cx="76" cy="180" rx="12" ry="18" fill="${skin.shade}"/>`,
    `<ellipse cx="219" cy="180" rx="12" ry="18" fill="${skin.shade}"/>`,
    fill(head, skin.face),
    `<circle cx="114" cy="176" r="5.5" fill="${INK}"/>`,
    `<circle cx="181" cy="176" r="5.5" fill="${INK}"/>`,
    lashes,
    line('M99 154Q113 146 128 152M167 152Q182 146 196 154', hair, brow),
    line('M148 182Q141 202 150 204', skin.shade, 4),
    line(mouth, skin.lip, 4.5),
    draw([false, true]) ? blush(skin) : '',
  ].join('');
}

function blush(skin: Tone): string {
  const circle = (x: number): string =>
    `<circle cx="${x}" cy="206" r="11" fill="${skin.lip}" opacity=".16"/>`;
  return circle(100) + circle(195);
}

/** Layers behind and in front of the head. */
function manHair({ hair, draw }: Look): [string, string] {
  return draw<[string, string]>([
    // parted on the side
    [
      '',
      fill(
        'M70 172C58 96 92 52 152 52C214 52 238 98 225 172C218 150 212 132 204 118C176 122 140 116 118 98C104 116 82 132 70 172Z',
        hair,
      ),
    ],
    // short, straight over the forehead
    [
      '',
      fill(
        'M70 174C60 96 94 56 148 56S236 96 225 174C221 150 214 134 206 124Q148 106 90 124C82 134 75 150 70 174Z',
        hair,
      ),
    ],
    // crew cut
    [
      '',
      fill(
        'M73 160C68 96 100 66 148 66S227 96 222 160C217 138 208 122 196 114Q148 98 100 114C88 122 79 138 73 160Z',
        hair,
      ),
    ],
    // a fringe to the side
    [
      '',
      fill(
        'M70 178C54 92 92 50 150 50S242 92 225 178C222 154 214 138 200 128C188 140 150 140 118 122C108 138 82 140 70 178Z',
        hair,
      ),
    ],
    // brushed up
    [
      '',
      fill(
        'M72 166C62 110 76 88 92 74C100 44 160 34 190 52C222 62 232 110 223 166C218 142 212 128 202 112C170 102 126 102 94 112C84 128 77 142 72 166Z',
        hair,
      ),
    ],
    // receding
    [
      '',
      fill(
        'M71 178C58 110 84 64 148 64S238 110 224 178C220 158 214 144 208 132C206 108 190 98 172 100C160 86 136 86 124 100C106 98 90 108 88 132C82 144 76 158 71 178Z',
        hair,
      ),
    ],
  ]);
}

function womanHair({ hair, draw }: Look): [string, string] {
  const parted = fill(
    'M70 184C56 96 92 54 148 54S240 96 225 184C220 150 198 128 168 98C140 128 84 138 70 184Z',
    hair,
  );
  const fringe = fill(
    'M70 186C56 96 92 54 148 54S240 96 225 186C222 164 216 148 208 138Q148 126 88 138C80 148 73 164 70 186Z',
    hair,
  );
  const middle = fill(
    'M70 190C54 96 92 54 148 54S242 96 225 190C222 150 188 132 148 88C108 132 74 150 70 190Z',
    hair,
  );
  return draw<[string, string]>([
    // long and straight
    [fill('M58 180C50 82 98 46 148 46S246 82 237 180L250 352Q200 372 148 366Q96 372 46 352Z', hair), middle],
    // bob
    [
      fill('M60 180C50 84 98 46 148 46S246 84 235 180L240 262Q224 284 196 276H100Q72 284 55 262Z', hair),
      fringe,
    ],
    // shoulder length, parted
    [
      fill(
        'M60 180C50 84 98 46 148 46S246 84 235 180C238 250 262 286 240 316Q194 326 148 318Q102 326 56 316C34 286 58 250 60 180Z',
        hair,
      ),
      parted,
    ],
    // bun on top
    [`<circle cx="148" cy="50" r="34" fill="${hair}"/>`, middle],
    // short
    [
      fill('M62 176C52 86 98 48 148 48S244 86 233 176L228 226Q214 232 206 214H90Q82 232 68 226Z', hair),
      parted,
    ],
    // ponytail over one shoulder
    [fill('M190 70C268 76 276 210 250 318C240 344 204 340 208 312C216 250 222 200 206 150Z', hair), fringe],
  ]);
}

function glasses(): string {
  const frame = INK;
  return (
    `<rect x="90" y="158" width="48" height="38" rx="15" fill="${PAPER}" fill-opacity=".22" stroke="${frame}" stroke-width="4"/>` +
    `<rect x="157" y="158" width="48" height="38" rx="15" fill="${PAPER}" fill-opacity=".22" stroke="${frame}" stroke-width="4"/>` +
    line('M138 172Q148 166 157 172M90 172L77 168M205 172L218 168', frame, 4)
  );
}

/** The same colour, a little darker. */
function shade(colour: string): string {
  const channel = (at: number): string =>
    Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * 0.84)
      .toString(16)
      .padStart(2, '0');
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
