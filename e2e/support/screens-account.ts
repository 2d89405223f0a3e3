import type { Screen } from './screen.ts'

/** Where providers and mails lead; a visitor's alone, as whoever is signed in is led on. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'reset-password',
    path: '/reset-password',
    heading: 'Choose a new password',
    title: 'Choose a new password',
    who: 'visitor',
    isPersonal: true,
  },
  {
    name: 'auth-confirm',
    path: '/auth/confirm?type=magiclink&token_hash=unknown',
    heading: 'Sign in to Hourspace',
    title: 'Confirm that it is you',
    who: 'visitor',
    isPersonal: true,
  },
  {
    name: 'auth-callback',
    path: '/auth/callback?error=access_denied&error_description=You+said+no',
    // Without scripts it stays at that.
    heading: /^(You are not signed in|Signing you in)$/,
    title: 'Signing in',
    who: 'visitor',
    isPersonal: true,
  },
]
