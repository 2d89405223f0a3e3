import type { Scene } from './scene.ts'
import { artStudio } from './scenes/art-studio.ts'
import { classroom } from './scenes/classroom.ts'
import { danceStudio } from './scenes/dance-studio.ts'
import { entrance } from './scenes/entrance.ts'
import { eventHall } from './scenes/event-hall.ts'
import { gallery } from './scenes/gallery.ts'
import { kitchen } from './scenes/kitchen.ts'
import { loft } from './scenes/loft.ts'
import { lounge } from './scenes/lounge.ts'
import { meetingRoom } from './scenes/meeting-room.ts'
import { office } from './scenes/office.ts'
import { photoStudio } from './scenes/photo-studio.ts'
import { podcastStudio } from './scenes/podcast-studio.ts'
import { recordingStudio } from './scenes/recording-studio.ts'
import { terrace } from './scenes/terrace.ts'
import { workshop } from './scenes/workshop.ts'

export const scenes = {
  'art-studio': artStudio,
  classroom,
  'dance-studio': danceStudio,
  entrance,
  'event-hall': eventHall,
  gallery,
  kitchen,
  loft,
  lounge,
  'meeting-room': meetingRoom,
  office,
  'photo-studio': photoStudio,
  'podcast-studio': podcastStudio,
  'recording-studio': recordingStudio,
  terrace,
  workshop,
} satisfies Record<string, Scene>

export type SceneName = keyof typeof scenes
