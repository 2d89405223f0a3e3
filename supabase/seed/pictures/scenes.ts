import type { Scene } from './scene.ts'
import { artStudio } from './scenes/art-studio.ts'
import { eventHall } from './scenes/event-hall.ts'
import { meetingRoom } from './scenes/meeting-room.ts'
import { office } from './scenes/office.ts'
import { photoStudio } from './scenes/photo-studio.ts'
import { terrace } from './scenes/terrace.ts'

export const scenes = {
  'art-studio': artStudio,
  'event-hall': eventHall,
  'meeting-room': meetingRoom,
  office,
  'photo-studio': photoStudio,
  terrace,
} satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
