/** Emails that the sign-in dialog labels 'Admin account'. The label grants no rights. */
export const adminAddresses: readonly string[] = ['ada@hourspace.demo', 'grace@hourspace.demo']

/** Sign-in hint shown when the database contains the demo seed. */
export const demoAccounts = {
  host: 'maya@hourspace.demo',
  guest: 'liam@hourspace.demo',
  password: 'hourspace-demo',
} as const
