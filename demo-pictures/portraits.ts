import { darken, lighten, mix } from './color.ts'

type Hair =
  | 'short'
  | 'side-part'
  | 'cropped'
  | 'bun'
  | 'long'
  | 'bob'
  | 'curly'
  | 'afro'
  | 'wavy'
  | 'ponytail'
  | 'scarf'

type Clothes = 'crew' | 'shirt' | 'turtleneck' | 'blazer' | 'apron'

type Portrait = {
  skin: string
  hair: Hair
  hairColor: string
  clothes: Clothes
  color: string
  background: string
  beard?: 'stubble' | 'full' | 'mustache'
  glasses?: 'round' | 'square'
  earrings?: boolean
  /** `tilt` is how far the head tilts to the right, in degrees. */
  tilt?: number
  /** `laughing` shows teeth. */
  laughing?: boolean
}

const skins = {
  porcelain: '#f6d7c3',
  peach: '#f0c4a4',
  honey: '#e2ad82',
  olive: '#d19a6c',
  bronze: '#b5784f',
  umber: '#8f5a3a',
  deep: '#6d4430',
} as const

/** The portraits of the demo's users, keyed by the user's name in `people.ts`. */
export const portraits: Readonly<Record<string, Portrait>> = {
  maya: {
    skin: skins.olive,
    hair: 'wavy',
    hairColor: '#4a2c22',
    clothes: 'shirt',
    color: '#c8663f',
    background: '#f1dcc3',
    earrings: true,
    tilt: -4,
    laughing: true,
  },
  kenji: {
    skin: skins.peach,
    hair: 'side-part',
    hairColor: '#24232b',
    clothes: 'turtleneck',
    color: '#39455c',
    background: '#d9e0dc',
    glasses: 'round',
    tilt: 3,
  },
  sofia: {
    skin: skins.honey,
    hair: 'bun',
    hairColor: '#5d3423',
    clothes: 'blazer',
    color: '#2f6b57',
    background: '#f4d9cf',
    earrings: true,
    tilt: 4,
    laughing: true,
  },
  oliver: {
    skin: skins.porcelain,
    hair: 'short',
    hairColor: '#b7793f',
    clothes: 'crew',
    color: '#4b6384',
    background: '#e6e2d6',
    beard: 'full',
    tilt: -3,
  },
  amelie: {
    skin: skins.peach,
    hair: 'bob',
    hairColor: '#2b2226',
    clothes: 'crew',
    color: '#b5413f',
    background: '#e8dfea',
    tilt: 5,
  },
  lena: {
    skin: skins.porcelain,
    hair: 'ponytail',
    hairColor: '#d6a75a',
    clothes: 'crew',
    color: '#3f4a55',
    background: '#dbe3d3',
    tilt: -5,
    laughing: true,
  },
  femke: {
    skin: skins.peach,
    hair: 'curly',
    hairColor: '#a8552f',
    clothes: 'apron',
    color: '#5b7f87',
    background: '#f2e3c8',
    tilt: 3,
    laughing: true,
  },
  marcus: {
    skin: skins.deep,
    hair: 'cropped',
    hairColor: '#1d1718',
    clothes: 'shirt',
    color: '#d99a3d',
    background: '#dfe6e4',
    beard: 'stubble',
    tilt: 2,
    laughing: true,
  },
  daniel: {
    skin: skins.bronze,
    hair: 'short',
    hairColor: '#2b1e1a',
    clothes: 'shirt',
    color: '#4f7f8b',
    background: '#f0dfc5',
    beard: 'mustache',
    tilt: -2,
  },
  jisoo: {
    skin: skins.porcelain,
    hair: 'long',
    hairColor: '#33262a',
    clothes: 'crew',
    color: '#7d5a8e',
    background: '#e7e1ef',
    tilt: 4,
  },
  priya: {
    skin: skins.bronze,
    hair: 'long',
    hairColor: '#1f181b',
    clothes: 'shirt',
    color: '#d7803c',
    background: '#efd9d2',
    earrings: true,
    tilt: -4,
    laughing: true,
  },
  mei: {
    skin: skins.peach,
    hair: 'bob',
    hairColor: '#1f1f25',
    clothes: 'blazer',
    color: '#34425c',
    background: '#e3e8dc',
    glasses: 'square',
    tilt: 2,
  },
  wayan: {
    skin: skins.bronze,
    hair: 'side-part',
    hairColor: '#1c1718',
    clothes: 'shirt',
    color: '#e8dcc4',
    background: '#cfe0cf',
    tilt: -3,
    laughing: true,
  },
  chloe: {
    skin: skins.honey,
    hair: 'long',
    hairColor: '#6b4028',
    clothes: 'turtleneck',
    color: '#a94f45',
    background: '#dde5ea',
    glasses: 'round',
    tilt: 3,
  },
  liam: {
    skin: skins.porcelain,
    hair: 'wavy',
    hairColor: '#8a4a25',
    clothes: 'crew',
    color: '#56795f',
    background: '#e9e4d6',
    beard: 'stubble',
    tilt: 3,
    laughing: true,
  },
  aiko: {
    skin: skins.peach,
    hair: 'bun',
    hairColor: '#26222a',
    clothes: 'crew',
    color: '#e2b24f',
    background: '#dfe3ef',
    tilt: -3,
  },
  noah: {
    skin: skins.peach,
    hair: 'cropped',
    hairColor: '#7a5a3c',
    clothes: 'turtleneck',
    color: '#5a5f66',
    background: '#efe1d2',
    glasses: 'square',
    beard: 'full',
    tilt: 2,
  },
  emma: {
    skin: skins.porcelain,
    hair: 'wavy',
    hairColor: '#c98a4e',
    clothes: 'blazer',
    color: '#8c4f63',
    background: '#e2e9e0',
    tilt: 5,
    laughing: true,
  },
  omar: {
    skin: skins.olive,
    hair: 'short',
    hairColor: '#1f1b1d',
    clothes: 'shirt',
    color: '#3f6f8a',
    background: '#f2e2cc',
    beard: 'full',
    tilt: -2,
    laughing: true,
  },
  tunde: {
    skin: skins.umber,
    hair: 'afro',
    hairColor: '#1c1615',
    clothes: 'crew',
    color: '#cf7f3a',
    background: '#dde6dc',
    glasses: 'round',
    tilt: 3,
  },
  nadia: {
    skin: skins.honey,
    hair: 'scarf',
    hairColor: '#2f7480',
    clothes: 'crew',
    color: '#3c4766',
    background: '#f3e0d0',
    tilt: -3,
    laughing: true,
  },
  zoe: {
    skin: skins.umber,
    hair: 'curly',
    hairColor: '#241a18',
    clothes: 'shirt',
    color: '#b95f7b',
    background: '#e9e6d4',
    earrings: true,
    tilt: 4,
    laughing: true,
  },
}

/** Returns a portrait as SVG, 480 pixels wide and high. */
export function drawPortrait(look: Portrait): string {
  const { skin, color, background, tilt = 0 } = look
  const shade = mix(skin, '#7a3b35', 0.28)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480" viewBox="0 0 400 400">`,
    `<defs><radialGradient id="light" cx=".32" cy=".25" r=".95"><stop stop-color="${lighten(background, 0.55)}"/><stop offset=".6" stop-color="${background}"/><stop offset="1" stop-color="${darken(background, 0.14)}"/></radialGradient>`,
    `<linearGradient id="skin" x1="0" x2="1"><stop stop-color="${lighten(skin, 0.12)}"/><stop offset=".6" stop-color="${skin}"/><stop offset="1" stop-color="${mix(skin, shade, 0.5)}"/></linearGradient>`,
    `<linearGradient id="cloth" x1="0" x2="1" y2=".4"><stop stop-color="${lighten(color, 0.12)}"/><stop offset="1" stop-color="${darken(color, 0.18)}"/></linearGradient>`,
    `<clipPath id="face"><path d="${facePath}"/></clipPath></defs>`,
    `<rect width="400" height="400" fill="url(#light)"/>`,
    backdrop(background),
    `<g transform="rotate(${tilt} 200 300)">${hairBehind(look)}${temples(look)}</g>`,
    `<path d="M170 225H230V300Q200 330 170 300Z" fill="${mix(skin, shade, 0.45)}"/>`,
    clothes(look),
    `<g transform="rotate(${tilt} 200 300)">`,
    `<path d="M134 178q-16-6-15 12q2 22 18 24zM266 178q16-6 15 12q-2 22-18 24z" fill="${mix(skin, shade, 0.25)}"/>`,
    `<path d="${facePath}" fill="url(#skin)"/>`,
    `<g clip-path="url(#face)">${cheeks(look, shade)}${beard(look)}</g>`,
    features(look, shade),
    hairInFront(look),
    glasses(look),
    look.earrings
      ? `<circle cx="127" cy="222" r="6" fill="#e0b04a"/><circle cx="273" cy="222" r="6" fill="#e0b04a"/>`
      : '',
    `</g></svg>`,
  ].join('')
}

const facePath =
  'M136 158C136 108 166 88 200 88C234 88 264 108 264 158C266 214 242 266 200 266C158 266 134 214 136 158Z'

const backdrop = (color: string) =>
  `<path d="M46 400V196A74 74 0 0 1 194 196V400Z" fill="${lighten(color, 0.35)}" opacity=".55"/><path d="M318 400C300 330 322 268 378 236C392 290 372 352 350 400Z" fill="${mix(color, '#5f8f68', 0.4)}" opacity=".7"/><path d="M352 400C352 340 372 300 412 286V400Z" fill="${mix(color, '#4f7f5b', 0.5)}" opacity=".7"/>`

function clothes({ clothes: kind, color, skin }: Portrait): string {
  const body = `<path d="M44 400C46 330 96 296 158 284Q200 318 242 284C304 296 354 330 356 400Z" fill="url(#cloth)"/>`
  const dark = darken(color, 0.28)
  if (kind === 'turtleneck')
    return `${body}<path d="M160 252Q200 274 240 252L246 296Q200 326 154 296Z" fill="${lighten(color, 0.06)}"/><path d="M158 276Q200 300 242 276" fill="none" stroke="${dark}" stroke-width="3" opacity=".5"/>`
  if (kind === 'shirt')
    return `${body}<path d="M158 280L200 326L242 280L252 298L206 346L200 336L194 346L148 298Z" fill="${lighten(color, 0.28)}"/><path d="M200 338V400" stroke="${dark}" stroke-width="2.5" opacity=".6"/><circle cx="200" cy="366" r="4" fill="${dark}"/>`
  if (kind === 'blazer')
    return `<path d="M140 288Q200 330 260 288L240 400H160Z" fill="#f6f0e4"/><path d="M44 400C46 330 96 296 156 284L190 400ZM356 400C354 330 304 296 244 284L210 400Z" fill="url(#cloth)"/><path d="M156 284L136 320L160 334L150 346L190 400L172 330ZM244 284L264 320L240 334L250 346L210 400L228 330Z" fill="${dark}"/>`
  if (kind === 'apron')
    return `<path d="M44 400C46 330 96 296 158 284Q200 318 242 284C304 296 354 330 356 400Z" fill="#f1e9da"/><path d="M146 292L156 286L168 336H232L244 286L254 292L250 400H150Z" fill="url(#cloth)"/><path d="M166 336H234V346H166Z" fill="${dark}" opacity=".5"/>`
  return `${body}<path d="M158 284Q200 318 242 284" fill="none" stroke="${dark}" stroke-width="9" stroke-linecap="round"/><path d="M166 280Q200 306 234 280" fill="${mix(skin, '#7a3b35', 0.15)}"/>`
}

const cheeks = ({ skin }: Portrait, shade: string) =>
  `<ellipse cx="158" cy="206" rx="20" ry="13" fill="#e0705c" opacity=".2"/><ellipse cx="242" cy="206" rx="20" ry="13" fill="#e0705c" opacity=".2"/><path d="M240 88C262 140 258 220 214 268H280V88Z" fill="${mix(skin, shade, 0.7)}" opacity=".16"/>`

function beard({ beard: kind, hairColor, skin }: Portrait): string {
  const color = mix(hairColor, skin, 0.12)
  const full =
    'M130 178C140 200 146 208 164 208C182 206 190 204 200 204C210 204 218 206 236 208C254 208 260 200 270 178V280H130Z'
  if (kind === 'full')
    return `<path d="${full}" fill="${color}"/><path d="M176 226Q200 250 224 226Q200 216 176 226Z" fill="${skin}"/>`
  if (kind === 'stubble') return `<path d="${full}" fill="${color}" opacity=".15"/>`
  return ''
}

function features(
  { hairColor, hair, skin, laughing, beard: kind }: Portrait,
  shade: string,
): string {
  const brow = hair === 'scarf' ? '#3a2a25' : mix(hairColor, '#2a1d1a', 0.35)
  const eye = '#2c2226'
  const eyes = laughing
    ? `<path d="M160 180q11-12 22 0M218 180q11-12 22 0" fill="none" stroke="${eye}" stroke-width="5.5" stroke-linecap="round"/>`
    : `<ellipse cx="171" cy="178" rx="6.2" ry="7.2" fill="${eye}"/><ellipse cx="229" cy="178" rx="6.2" ry="7.2" fill="${eye}"/><circle cx="173" cy="175" r="2" fill="#fff"/><circle cx="231" cy="175" r="2" fill="#fff"/>`
  const lips = mix(skin, '#a8413c', 0.55)
  const mouth = laughing
    ? `<path d="M174 224Q200 230 226 224Q222 250 200 250Q178 250 174 224Z" fill="#7c2f33"/><path d="M178 226Q200 231 222 226Q220 236 200 236Q180 236 178 226Z" fill="#fffaf2"/>`
    : `<path d="M178 228Q200 244 222 228" fill="none" stroke="${lips}" stroke-width="5" stroke-linecap="round"/>`
  const mustache =
    kind === 'mustache' || kind === 'full'
      ? `<path d="M166 222Q184 206 200 214Q216 206 234 222Q214 226 200 220Q186 226 166 222Z" fill="${mix(hairColor, skin, 0.08)}"/>`
      : ''
  return [
    `<path d="M154 158Q170 147 186 156M214 156Q230 147 246 158" fill="none" stroke="${brow}" stroke-width="6" stroke-linecap="round"/>`,
    eyes,
    `<path d="M200 178Q192 200 194 206Q200 211 207 206" fill="none" stroke="${mix(skin, shade, 0.85)}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/>`,
    mouth,
    mustache,
  ].join('')
}

const curls = (spots: readonly (readonly [number, number, number])[], color: string) =>
  spots
    .map(
      ([x, y, r], index) =>
        `<circle cx="${x}" cy="${y}" r="${r}" fill="${index % 3 ? color : lighten(color, 0.08)}"/>`,
    )
    .join('')

function hairBehind({ hair, hairColor }: Portrait): string {
  const fill = `fill="${darken(hairColor, 0.15)}"`
  const long =
    'M118 186C108 92 152 66 200 66C248 66 292 92 282 186C282 232 294 280 300 318C262 338 138 338 100 318C106 280 118 232 118 186Z'
  const bob =
    'M120 180C112 92 152 68 200 68C248 68 288 92 280 180C282 214 286 240 284 258C250 276 150 276 116 258C114 240 118 214 120 180Z'
  if (hair === 'long') return `<path d="${long}" ${fill}/>`
  if (hair === 'bob') return `<path d="${bob}" ${fill}/>`
  if (hair === 'wavy')
    return `<path d="M122 176C108 96 152 66 200 66C250 66 294 98 278 176C294 196 272 212 280 232C262 246 138 246 120 232C128 212 106 196 122 176Z" ${fill}/>`
  if (hair === 'bun') return `<circle cx="206" cy="62" r="34" ${fill}/>`
  if (hair === 'ponytail')
    return `<path d="M250 92C320 96 330 180 306 268C296 284 284 280 286 262C292 200 280 150 240 128Z" ${fill}/>`
  if (hair === 'afro') return `<circle cx="200" cy="146" r="104" ${fill}/>`
  if (hair === 'curly')
    return curls(
      [
        [124, 150, 34],
        [276, 150, 34],
        [114, 196, 32],
        [286, 196, 32],
        [122, 238, 28],
        [278, 238, 28],
        [150, 104, 36],
        [250, 104, 36],
        [200, 86, 40],
      ],
      darken(hairColor, 0.12),
    )
  if (hair === 'scarf')
    return `<path d="M112 196C104 92 154 60 200 60C246 60 296 92 288 196C294 262 306 300 322 338H78C94 300 106 262 112 196Z" ${fill}/>`
  return ''
}

/** Fills the gaps between the front hair and the face. */
const temples = ({ hairColor }: Portrait) =>
  `<path d="M131 176C124 104 158 80 200 80C242 80 276 104 269 176Z" fill="${hairColor}"/>`

function hairInFront({ hair, hairColor }: Portrait): string {
  const light = lighten(hairColor, 0.1)
  const fill = `fill="${hairColor}"`
  const strand = (d: string) =>
    `<path d="${d}" fill="none" stroke="${light}" stroke-width="4" stroke-linecap="round" opacity=".55"/>`
  switch (hair) {
    case 'short':
      return `<path d="M130 172C122 104 158 72 204 72C252 72 280 106 270 172C264 148 256 136 244 124C214 136 176 136 154 126C142 138 136 150 130 172Z" ${fill}/>${strand('M160 98Q196 82 236 96')}`
    case 'side-part':
      return `<path d="M130 170C120 100 160 70 206 70C254 72 280 106 270 170C264 146 258 132 246 120C214 122 190 114 172 98C166 122 140 134 130 170Z" ${fill}/>${strand('M186 88Q224 86 250 108')}`
    case 'cropped':
      return `<path d="M133 162C128 106 160 78 200 78C240 78 272 106 267 162C262 136 252 118 238 110C214 104 186 104 162 110C148 118 138 136 133 162Z" ${fill}/>`
    case 'bun':
      return `<path d="M130 174C124 104 158 74 200 74C244 74 276 104 270 174C262 136 238 112 200 112C162 112 138 136 130 174Z" ${fill}/>${strand('M152 112Q176 90 206 88')}`
    case 'ponytail':
      return `<path d="M130 174C122 104 158 72 204 72C250 72 280 104 270 174C262 140 246 118 216 106C188 122 146 132 130 174Z" ${fill}/>${strand('M164 102Q196 82 236 92')}`
    case 'long':
    case 'scarf':
      return hair === 'long'
        ? `<path d="M124 196C116 104 158 70 200 70C244 70 284 104 276 196C268 150 244 122 204 108C168 122 136 146 124 196Z" ${fill}/>${strand('M204 92Q246 102 264 148')}`
        : `<path d="M124 192C116 98 160 68 200 68C240 68 284 98 276 192C268 132 240 106 200 106C160 106 132 132 124 192Z" ${fill}/><path d="M126 196C136 252 166 276 200 278C234 276 264 252 274 196C292 250 286 300 246 330Q200 350 150 330C114 300 108 250 126 196Z" ${fill}/>${strand('M150 296Q200 326 254 292')}`
    case 'bob':
      return `<path d="M122 204C114 104 156 70 200 70C246 70 286 104 278 204C272 180 268 160 264 140C220 148 172 146 138 136C132 160 128 180 122 204Z" ${fill}/>${strand('M152 104Q196 84 244 100')}`
    case 'wavy':
      return `<path d="M124 190C112 104 156 68 202 68C252 68 290 106 276 190C270 156 262 138 250 124C226 126 208 118 192 104C178 128 138 140 124 190Z" ${fill}/>${strand('M208 88Q244 92 262 130')}`
    case 'afro':
      return `<path d="M132 162C130 116 162 84 200 84C238 84 270 116 268 162C258 128 236 112 200 112C164 112 142 128 132 162Z" ${fill}/>`
    case 'curly':
      return curls(
        [
          [146, 124, 24],
          [170, 104, 26],
          [202, 98, 27],
          [232, 106, 25],
          [256, 126, 23],
          [134, 152, 18],
          [266, 152, 18],
        ],
        hairColor,
      )
  }
}

function glasses({ glasses: kind }: Portrait): string {
  if (!kind) return ''
  const shape = (x: number) =>
    kind === 'round'
      ? `<circle cx="${x}" cy="180" r="23"/>`
      : `<rect x="${x - 25}" y="161" width="50" height="37" rx="9"/>`
  return `<g fill="#ffffff" fill-opacity=".14" stroke="#33302f" stroke-width="4.5">${shape(170)}${shape(230)}<path d="M194 176Q200 171 206 176M146 174L132 170M254 174L268 170" fill="none"/></g>`
}
