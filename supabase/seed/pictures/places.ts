/** What stands outside the windows of a city. */
export interface Place {
  /** Height of the towers, 0 (a town of low roofs) to 1 (a forest of high-rises). */
  towers: number
  /** Low roofs in front. */
  roofs: 'flat' | 'pitched' | 'mansard' | 'gables' | 'tiled' | 'none'
  landmarks: readonly string[]
  hills?: 'low' | 'high' | 'terraces'
  water?: boolean
  palms?: boolean
  trees?: boolean
  /** Colours of the walls nearby. */
  walls: readonly string[]
  roof: string
}

const stone = ['#e3d2b4', '#d8c4a2', '#eadcc4']
const brick = ['#a9664c', '#8f5542', '#c08a66', '#b9a58c']
const white = ['#f0ece4', '#e4ded2', '#f6f2ea']
const pastel = ['#e8b59a', '#e9d08f', '#a9c7b4', '#d99b8a', '#c7d3d6']
const glass = ['#8fb0c0', '#a7bfc8', '#7d9bb0', '#b9c6c9']

export const places: Record<string, Place> = {
  'New York': { towers: 0.9, roofs: 'flat', landmarks: ['spire', 'chrysler'], walls: brick, roof: '#6d5a52' },
  'Los Angeles': { towers: 0.35, roofs: 'flat', landmarks: ['observatory'], hills: 'low', palms: true, walls: white, roof: '#c98d6a' },
  Chicago: { towers: 0.85, roofs: 'flat', landmarks: ['willis'], water: true, walls: brick, roof: '#5d5450' },
  Houston: { towers: 0.6, roofs: 'flat', landmarks: [], trees: true, walls: glass, roof: '#8d8b86' },
  Phoenix: { towers: 0.25, roofs: 'flat', landmarks: [], hills: 'high', palms: true, walls: ['#d9a878', '#c98f66', '#e8cba3'], roof: '#b57a52' },
  Philadelphia: { towers: 0.5, roofs: 'pitched', landmarks: ['hall'], trees: true, walls: brick, roof: '#5c4f4c' },
  'San Antonio': { towers: 0.22, roofs: 'tiled', landmarks: ['needle', 'church'], trees: true, walls: ['#ecd3a8', '#d9ae7e', '#f1e2c6'], roof: '#b7623f' },
  'San Diego': { towers: 0.4, roofs: 'tiled', landmarks: ['church'], water: true, palms: true, walls: white, roof: '#c06c45' },
  Dallas: { towers: 0.6, roofs: 'flat', landmarks: ['ball'], walls: glass, roof: '#7d7a78' },
  'San Jose': { towers: 0.3, roofs: 'tiled', landmarks: [], hills: 'low', palms: true, trees: true, walls: white, roof: '#b9683f' },
  Tampa: { towers: 0.45, roofs: 'flat', landmarks: ['hall'], water: true, palms: true, walls: white, roof: '#c98d6a' },
  Tokyo: { towers: 0.7, roofs: 'flat', landmarks: ['lattice'], hills: 'low', walls: ['#d9d6cf', '#c3c4c2', '#e6ddd0', '#a9b4b8'], roof: '#8b8f92' },
  London: { towers: 0.35, roofs: 'pitched', landmarks: ['clocktower', 'shard', 'dome'], trees: true, walls: brick, roof: '#55525a' },
  Paris: { towers: 0.05, roofs: 'mansard', landmarks: ['lattice'], walls: stone, roof: '#7f8c98' },
  Shanghai: { towers: 0.9, roofs: 'flat', landmarks: ['pearl', 'ifc'], water: true, walls: glass, roof: '#7b8590' },
  Dubai: { towers: 0.75, roofs: 'flat', landmarks: ['burj', 'sail'], palms: true, walls: ['#ead9bd', '#dcc39c', '#c9d3d2'], roof: '#cdb48d' },
  Singapore: { towers: 0.7, roofs: 'tiled', landmarks: ['triple'], water: true, palms: true, walls: pastel, roof: '#b5603f' },
  Berlin: { towers: 0.12, roofs: 'pitched', landmarks: ['ball', 'dome'], trees: true, walls: ['#e6d3b2', '#cfae88', '#d8d4c4', '#b9897a'], roof: '#96503c' },
  Sydney: { towers: 0.5, roofs: 'none', landmarks: ['sails', 'arch'], water: true, walls: glass, roof: '#7b8590' },
  'Hong Kong': { towers: 1, roofs: 'flat', landmarks: ['bankchina', 'ifc'], hills: 'high', water: true, walls: ['#c9b8a4', '#a9b9b9', '#d8cfc0', '#8fa6ad'], roof: '#76807f' },
  Seoul: { towers: 0.6, roofs: 'tiled', landmarks: ['needle'], hills: 'high', walls: ['#ded9d0', '#c4c3c0', '#ece4d6'], roof: '#4f565e' },
  Toronto: { towers: 0.7, roofs: 'pitched', landmarks: ['needle'], water: true, walls: brick, roof: '#5a5355' },
  Melbourne: { towers: 0.6, roofs: 'pitched', landmarks: ['church'], trees: true, walls: brick, roof: '#6f6866' },
  Amsterdam: { towers: 0, roofs: 'gables', landmarks: ['church', 'windmill'], water: true, trees: true, walls: ['#8f4f3d', '#5e4a45', '#b3735a', '#d9c6a6', '#3f4a52'], roof: '#4b3f3e' },
  Mumbai: { towers: 0.45, roofs: 'flat', landmarks: ['gateway', 'dome'], water: true, palms: true, walls: pastel, roof: '#a5694b' },
  Barcelona: { towers: 0.06, roofs: 'tiled', landmarks: ['basilica'], hills: 'low', palms: true, walls: ['#e9cf9f', '#dcae7f', '#eee0c3', '#cf9a78'], roof: '#b8643f' },
  'Mexico City': { towers: 0.35, roofs: 'flat', landmarks: ['angel', 'dome'], hills: 'high', trees: true, walls: ['#e48f6b', '#e5bd6a', '#d8698a', '#7fb2b5', '#f0e1c4'], roof: '#a9613f' },
  'Sao Paulo': { towers: 0.85, roofs: 'tiled', landmarks: ['spire'], trees: true, palms: true, walls: ['#d8d2c6', '#bfc4c2', '#e6dbc9'], roof: '#a8593c' },
  Bangkok: { towers: 0.55, roofs: 'tiled', landmarks: ['prang'], water: true, palms: true, walls: ['#efe3cc', '#dcb98f', '#d7dcd6'], roof: '#b8592f' },
  Bali: { towers: 0, roofs: 'none', landmarks: ['pagoda'], hills: 'terraces', palms: true, walls: stone, roof: '#6f5440' },
  Jakarta: { towers: 0.65, roofs: 'tiled', landmarks: ['angel'], palms: true, trees: true, walls: white, roof: '#b5603f' },
  Athens: { towers: 0, roofs: 'flat', landmarks: ['temple'], hills: 'high', trees: true, walls: white, roof: '#d8c7ac' },
}
