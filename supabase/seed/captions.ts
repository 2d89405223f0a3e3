/** Image captions of some demo spaces, by slug. */
export const captions: Readonly<Record<string, readonly string[]>> = {
  'north-light-loft-williamsburg': [
    'Blue paper backdrop between the north windows',
    'The clothes rail and bookshelves beside the set',
    'Two softboxes and a tripod are included',
    'Close to the backdrop, in late light',
    'The yellow door on the street; the freight elevator is behind it',
  ],
  'nakameguro-hikari-studio': [
    'Pale blue paper and track lights under the beams',
    'The set at noon, with blocks and spheres to style',
    'Softbox and camera position, up close',
    'The same corner at dusk',
    'Our door, under the striped awning',
  ],
  'shoreditch-daylight-factory': [
    'Green paper under white-painted brick',
    'Steel windows on both sides of the set',
    'Styling blocks and the camera position',
    'After sunset, with both softboxes on',
    'Green door, left of the two shop windows',
  ],
  'arts-district-daylight-studio': [
    'Peach paper in front of the arched windows',
    'Arched windows and soft light from both sides',
    'Straight on, from the camera',
    'The studio at night',
    'Street-level loading, right at the door',
  ],
  'kreuzberg-tonraum': [
    'Live room with drum kit and acoustic panels',
    'Piano, drums and two microphones',
    'The mixing desk faces the live room',
    'In daylight, with the sofa on the right',
    'Red door on the courtyard side',
  ],
  'fulton-market-kitchen': [
    'The island seats four and has room for a camera above',
    'Gas range and tiled wall',
    'Copper pans over the island',
    'The kitchen in evening light',
    'Entrance on the corner, yellow door',
  ],
  'bandra-creative-loft': [
    'Sofa set and city windows at dusk',
    'The sofa corner, big enough for eight',
    'From the windows to the dining table',
    'The loft at noon',
    'Teal door with the striped awning',
  ],
  'roma-norte-art-patio': [
    'Easels and the work table',
    'Two easels in front of the arched windows',
    'A rug, stools and a cat who stays out of the paint',
    'Late in the day',
    'Red door on a pink wall',
  ],
}
