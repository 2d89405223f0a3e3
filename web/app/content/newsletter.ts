export const newsletter = {
  title: 'New spaces and ideas, once a month',
  lead: 'The newest spaces and how people use them. One email a month; unsubscribe with one click.',
  pending: 'Check your inbox and confirm your subscription in the email we sent you.',
} as const

export const newsletterSteps = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'Confirm to get our next newsletter.',
    button: 'Confirm subscription',
  },
  unsubscribe: {
    title: 'Unsubscribe from the newsletter',
    text: 'You won’t get any more newsletters. You can subscribe again at any time.',
    button: 'Unsubscribe',
  },
  confirmed: {
    title: 'You are subscribed',
    text: 'Welcome! Your first newsletter arrives within a month.',
  },
  unsubscribed: {
    title: 'You are unsubscribed',
    text: 'You won’t get any more newsletters. Thank you for reading.',
  },
} as const
