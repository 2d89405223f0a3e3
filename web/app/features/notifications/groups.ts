import {
  AlarmClock,
  Banknote,
  CalendarCheck,
  CalendarSync,
  type LucideIcon,
  MessageCircle,
  Star,
  SunMedium,
  Wallet,
} from 'lucide-react'

export type NotificationGroup = {
  name: string
  label: string
  /** `topic` completes the sentence 'You’ll no longer get emails about …'; `label` by default. */
  topic?: string
  description: string
  icon: LucideIcon
  isForHosts?: boolean
  /** `isEmailRequired` is true if users cannot turn off the emails of this group. */
  isEmailRequired?: boolean
  isOnlyEmail?: boolean
}

/** Groups of notifications. Their names are also used in the table `notification_preferences`. */
export const notificationGroups: readonly [NotificationGroup, ...NotificationGroup[]] = [
  {
    name: 'bookings',
    label: 'Bookings',
    description: 'Confirmations, requests, changes, cancellations and problem reports.',
    icon: CalendarCheck,
    isEmailRequired: true,
  },
  {
    name: 'payments',
    label: 'Payments and refunds',
    description: 'Refunds, disputes and payments that need your attention.',
    icon: Banknote,
    isEmailRequired: true,
  },
  {
    name: 'messages',
    label: 'Messages',
    description: 'New messages in your conversations.',
    icon: MessageCircle,
  },
  {
    name: 'reviews',
    label: 'Reviews',
    description:
      'Reviews to write, reviews about you, answers to your reviews, and whether we hide them.',
    icon: Star,
  },
  {
    name: 'reminders',
    label: 'Reminders',
    description: 'One day and two hours before each booking, with arrival notes.',
    icon: AlarmClock,
  },
  {
    name: 'agenda',
    label: 'Daily agenda',
    topic: 'your daily agenda',
    description: 'The day’s bookings at your spaces, at 7 AM.',
    icon: SunMedium,
    isForHosts: true,
    isOnlyEmail: true,
  },
  {
    name: 'payouts',
    label: 'Payouts',
    description: 'When your share of a booking is on its way.',
    icon: Wallet,
    isForHosts: true,
  },
  {
    name: 'calendars',
    label: 'Imported calendars',
    description: 'Events that overlap a booking, and calendars we can’t read.',
    icon: CalendarSync,
    isForHosts: true,
  },
]

const groupOfPrefix: Readonly<Record<string, string>> = {
  message: 'messages',
  review: 'reviews',
  reminder: 'reminders',
  payout: 'payouts',
  calendar: 'calendars',
  refund: 'payments',
  dispute: 'payments',
  bank: 'payments',
  share: 'payments',
}

/** Returns the group of a kind of notification, as the SQL function `notification_group` does. */
export function groupOfKind(kind: string): NotificationGroup {
  const name = groupOfPrefix[kind.split('-')[0] ?? '']
  return notificationGroups.find((group) => group.name === name) ?? notificationGroups[0]
}
