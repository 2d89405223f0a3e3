import { hourMs } from '@hourspace/domain/durations.ts'
import { idOf } from './ids.ts'
import { personId } from './people.ts'
import { spaceId } from './rows.ts'
import { spaces } from './spaces.ts'

type Line = [by: 'guest' | 'host', minutesLater: number, text: string]

/** Demo conversations. The first message was sent `hoursAgo` hours before the seed runs. */
const conversations: readonly {
  guest: string
  host: string
  space: number
  hoursAgo: number
  lines: readonly Line[]
}[] = [
  {
    guest: 'liam',
    host: 'maya',
    space: 0,
    hoursAgo: 50,
    lines: [
      [
        'guest',
        0,
        'Hi Maya, we are six people with two cameras. Is there room for a table tripod?',
      ],
      [
        'host',
        12,
        'Hi Liam! Yes, the long table takes it, and there is a second one in the storage.',
      ],
      ['guest', 5, 'Perfect. When is the light best?'],
      ['host', 9, 'Between ten and one. After that the sun is behind the house opposite.'],
      ['guest', 3, 'That is good to know, thank you!'],
    ],
  },
  {
    guest: 'zoe',
    host: 'maya',
    space: 1,
    hoursAgo: 7,
    lines: [
      ['guest', 0, 'Hello, can we bring our own food, and is there a fridge?'],
      ['host', 24, 'Hello Zoe, both yes. Please take the leftovers with you.'],
      ['guest', 300, 'Great. And is there an oven, or only a stove?'],
    ],
  },
  {
    guest: 'tunde',
    host: 'maya',
    space: 0,
    hoursAgo: 3,
    lines: [
      ['guest', 0, 'Good morning! Is the entrance free of steps? A colleague uses a wheelchair.'],
    ],
  },
  {
    guest: 'nadia',
    host: 'maya',
    space: 2,
    hoursAgo: 200,
    lines: [
      ['guest', 0, 'Is the Wi-Fi fast enough for a live stream?'],
      [
        'host',
        41,
        'It is a fiber line with 500 Mbit/s in both directions, and a cable at the desk.',
      ],
    ],
  },
  {
    guest: 'liam',
    host: 'kenji',
    space: 0,
    hoursAgo: 26,
    lines: [
      ['guest', 0, 'Hi Kenji, does the room get dark enough for projections at noon?'],
      [
        'host',
        95,
        'Yes, the blinds close fully. The projector is on the ceiling, with HDMI and USB-C.',
      ],
    ],
  },
  {
    guest: 'clara',
    host: 'kenji',
    space: 1,
    hoursAgo: 120,
    lines: [
      ['guest', 0, 'May we hang posters on the wall for a workshop?'],
      ['host', 33, 'With paper tape, yes. No nails please.'],
      ['guest', 10, 'Of course. Thank you!'],
    ],
  },
]

const quickReplies = [
  [
    'maya',
    'Parking',
    'You can park in the yard behind the house. The gate code is in the arrival notes.',
  ],
  ['maya', 'What is included', 'Wi-Fi, coffee and tea, and the tables and chairs in the pictures.'],
] as const

export function conversationRows(today: Date) {
  return threads(today).map(({ row }) => row)
}

export function messageRows(today: Date) {
  return threads(today).flatMap(({ messages }) => messages)
}

export function quickReplyRows(today: Date) {
  return quickReplies.map(([name, title, body], index) => ({
    id: idOf('quick reply', name, index),
    user_id: personId(name),
    title,
    body,
    created_at: new Date(today.getTime() + index),
  }))
}

function threads(today: Date) {
  return conversations.map(({ guest, host, space, hoursAgo, lines }) => {
    const slug = spaces.filter((it) => it.host === host)[space]!.slug
    const id = idOf('conversation', guest, slug)
    const ids = { guest: personId(guest), host: personId(host) }
    let at = today.getTime() - hoursAgo * hourMs
    const messages = lines.map(([by, minutesLater, body], index) => {
      at += minutesLater * 60_000
      return {
        id: idOf('message', id, index),
        conversation_id: id,
        author_id: ids[by],
        body,
        attachments: [],
        created_at: new Date(at),
      }
    })
    const first = messages[0]!
    const last = messages.at(-1)!
    const lastBy = (id: string) => messages.findLast(({ author_id }) => author_id === id)
    return {
      messages,
      row: {
        id,
        space_id: spaceId(slug),
        guest_id: ids.guest,
        host_id: ids.host,
        created_at: first.created_at,
        last_message_at: last.created_at,
        last_author_id: last.author_id,
        // Each side has read all messages up to its own last one. Later messages are unread.
        guest_read_at: lastBy(ids.guest)?.created_at ?? null,
        host_read_at: lastBy(ids.host)?.created_at ?? null,
        // Suppresses the notification emails about these messages.
        guest_notified_at: today,
        host_notified_at: today,
        asked_at: first.created_at,
        answered_at: lastBy(ids.host)
          ? messages.find((it) => it.author_id === ids.host)!.created_at
          : null,
      },
    }
  })
}
