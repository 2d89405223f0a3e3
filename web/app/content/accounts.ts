/** Addresses that the sign-in dialog labels 'Admin account'. A label only: it grants nothing. */
export const adminAddresses: readonly string[] = ['ada@hourspace.demo', 'grace@hourspace.demo']

/** How to look around while the database holds the demo seed. */
export const demoAccounts = {
  host: 'maya@hourspace.demo',
  guest: 'liam@hourspace.demo',
  password: 'hourspace-demo',
} as const
