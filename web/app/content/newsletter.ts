export const newsletter = {
  title: 'New spaces and ideas, once a month',
  lead: 'The newest spaces and how people use them. One email a month; unsubscribe with one click.',
  pending: 'Check your inbox and confirm your subscription in the email we sent you.',
} as const
