import { paths } from '#web/lib/paths.ts'
import type { Question } from './help.ts'

export const accountQuestions: readonly Omit<Question, 'category'>[] = [
  {
    id: 'do-i-need-an-account',
    question: 'Do I need an account?',
    answer: [
      'Not to look around. You need one to book or list a space. An email address and a password are enough, and one account does both.',
    ],
    alsoFoundBy: 'sign up register guest',
  },
  {
    id: 'cannot-sign-in',
    question: 'I can’t sign in. What can I do?',
    answer: [
      'Press “Forgot your password?” for a reset link, or “Email me a code” to sign in without a password. If you lost your phone, press “I lost my device” and enter a recovery code.',
      `If nothing works, [write to us](${paths.contact({ subject: 'support' })}) from your account’s email. We never ask for your password.`,
    ],
    alsoFoundBy: 'login forgotten locked two-step',
  },
  {
    id: 'change-name-or-picture',
    question: 'How do I change my name or picture?',
    answer: [
      `On your [Profile](${paths.profile()}). The picture can be a JPG, PNG or GIF of up to 5 MB.`,
    ],
    alsoFoundBy: 'avatar photo profile edit',
  },
  {
    id: 'where-are-my-bookings',
    question: 'Where do I find my bookings and listings?',
    answer: [
      `In the account menu behind your picture: [My Bookings](${paths.myBookings()}) for what you have booked, [My Listings](${paths.myListings()}) for your own spaces, and the [Dashboard](${paths.dashboard()}) for earnings and recent bookings.`,
    ],
    alsoFoundBy: 'history receipt past upcoming',
  },
  {
    id: 'who-sees-my-data',
    question: 'Who sees my personal data?',
    answer: [
      `Other users see only what a booking needs, and our service providers only what they need for their work. We don’t sell your data or show ads. The [Privacy Policy](${paths.privacy()}) has the full list.`,
    ],
    alsoFoundBy: 'privacy gdpr information share',
  },
  {
    id: 'download-or-delete-my-data',
    question: 'Can I download my data or delete my account?',
    answer: [
      `Yes, both: open [Manage Privacy Settings](${paths.privacySettings()}) when you are signed in. You can delete your account once your upcoming bookings are over or cancelled. An email confirms that it is deleted.`,
    ],
    alsoFoundBy: 'export remove close gdpr right erase',
  },
  {
    id: 'newsletter',
    question: 'How do I get or stop the newsletter?',
    answer: [
      'Enter your email at the bottom of any page and confirm it with the link that we send you. Every issue has an unsubscribe link.',
    ],
    alsoFoundBy: 'subscribe marketing opt out',
  },
  {
    id: 'reach-a-person',
    question: 'How do I reach a person?',
    answer: [
      `Live chat is open Monday to Friday, 9 AM to 6 PM PST. At any other hour [write to us](${paths.contact()}): a person reads every message.`,
    ],
    alsoFoundBy: 'support contact phone email call chat help',
  },
]
