/** Copy of the newsletter form in the footer and of the newsletter page. */
export const newsletter = {
  title: 'New rooms, once a month',
  lead: 'The rooms that were listed since, and what people do with them. One letter a month, and one press to leave.',
  pending: 'Check your mailbox: the letter there asks once more, then you are in.',
} as const

/** Texts of the page behind a newsletter link, before and after its button is pressed. */
export const newsletterSteps = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'One press, and the next letter comes to your mailbox.',
    button: 'Confirm subscription',
  },
  unsubscribe: {
    title: 'Leave the newsletter',
    text: 'One press, and no further letter comes. You can come back at any time.',
    button: 'Unsubscribe',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Welcome. The next letter comes within a month.',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'No further letter comes. Thank you for having read us.',
  },
} as const
