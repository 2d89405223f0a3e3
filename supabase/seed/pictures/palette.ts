/** A room's own colours. */
export interface Palette {
  wall: string
  /** The wall that stands apart, panels, doors. */
  feature: string
  ceiling: string
  floor: string
  wood: string
  /** Upholstery and rugs. */
  fabric: string
  second: string
  /** A small dose of something bright. */
  spark: string
  dark: string
  leaf: string
  metal: string
}

const base = { dark: '#2c2f3a', metal: '#b9bcc2', leaf: '#4f7f5b' }

export const palettes = {
  terracotta: { ...base, wall: '#f2e3d2', feature: '#cf7f5f', ceiling: '#faf3ea', floor: '#c99a6b', wood: '#a8703f', fabric: '#3f6b68', second: '#e9b872', spark: '#d9543a' },
  sage: { ...base, wall: '#dfe4d4', feature: '#8ca388', ceiling: '#f4f5ec', floor: '#d0b184', wood: '#b5814d', fabric: '#e8d9c0', second: '#c9745a', spark: '#e0a33b', leaf: '#3f7a58' },
  ink: { ...base, wall: '#e6e4e1', feature: '#34425c', ceiling: '#f5f4f1', floor: '#b78f63', wood: '#86552f', fabric: '#44597a', second: '#d9c7a8', spark: '#e8a13a' },
  blush: { ...base, wall: '#f4dfd7', feature: '#d99a8f', ceiling: '#fcf2ec', floor: '#dbb88f', wood: '#b98555', fabric: '#7d5a6e', second: '#f0c9a8', spark: '#b5413f', leaf: '#5c8f6c' },
  ocean: { ...base, wall: '#e2ecec', feature: '#2f7480', ceiling: '#f6faf8', floor: '#d6b991', wood: '#b07c4c', fabric: '#f0e6d4', second: '#e2785a', spark: '#f2b441', leaf: '#3d8268' },
  charcoal: { ...base, wall: '#595e68', feature: '#3a3f4b', ceiling: '#454a55', floor: '#9a7a5a', wood: '#a46c3c', fabric: '#c2743f', second: '#d8c9b0', spark: '#e9b44c', dark: '#20232c' },
  linen: { ...base, wall: '#f3eee4', feature: '#d3c4ac', ceiling: '#fbf8f2', floor: '#d9bd95', wood: '#c19763', fabric: '#b9a88d', second: '#7e8f7a', spark: '#c8653f', leaf: '#66885c' },
  moss: { ...base, wall: '#e9e4d3', feature: '#4a6350', ceiling: '#f6f3e8', floor: '#b08a5d', wood: '#7f5430', fabric: '#b6653f', second: '#d8b978', spark: '#e7c04f', leaf: '#4a8154' },
  plum: { ...base, wall: '#ebdfe6', feature: '#6b3f5e', ceiling: '#f8f1f4', floor: '#b98d6b', wood: '#87553c', fabric: '#a64d63', second: '#e5b692', spark: '#f0a63c' },
  brick: { ...base, wall: '#b8694c', feature: '#8b4a37', ceiling: '#e9ddcf', floor: '#9f774f', wood: '#7c5130', fabric: '#34556a', second: '#ddc49b', spark: '#e9a93d' },
  concrete: { ...base, wall: '#d4d3cf', feature: '#9b9c9d', ceiling: '#e4e3df', floor: '#b9b6b0', wood: '#c08e58', fabric: '#3d5a6c', second: '#e3c46a', spark: '#e4572e', leaf: '#4d8a61' },
  citrus: { ...base, wall: '#fbf0d4', feature: '#eaa83a', ceiling: '#fffaec', floor: '#cfa878', wood: '#a8713e', fabric: '#2f6f74', second: '#ea7f52', spark: '#d4483b', leaf: '#56925a' },
  nordic: { ...base, wall: '#eef0f0', feature: '#b8c6cc', ceiling: '#fafbfa', floor: '#e0c9a6', wood: '#cda672', fabric: '#6d8591', second: '#e7d7c1', spark: '#dd6b4d', leaf: '#5b8d6e' },
  jade: { ...base, wall: '#e4ead9', feature: '#2f6b57', ceiling: '#f5f7ee', floor: '#a97a4e', wood: '#6f4628', fabric: '#d9a65b', second: '#f0e2c4', spark: '#c9452f', leaf: '#3e8a5e' },
  midnight: { ...base, wall: '#3c4766', feature: '#28314e', ceiling: '#323c5a', floor: '#6e5a52', wood: '#8c5c3a', fabric: '#8d4f73', second: '#d8a868', spark: '#f0bd54', dark: '#171b2c' },
  sand: { ...base, wall: '#efe0c8', feature: '#c6955f', ceiling: '#f9f1e2', floor: '#e2caa2', wood: '#9d6a3c', fabric: '#ece3d2', second: '#5f8c8a', spark: '#cb5b3c', leaf: '#6a8f55' },
} satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
