import type { Screen } from './screen.ts'

/** Screens that identity providers and emails link to. */
export const accountScreens: readonly Screen[] = [
  {
    name: 'reset-password',
    path: '/reset-password',
    // The screen keeps its initial heading if JavaScript is disabled.
    heading: /^(Forgot your password\?|Choose a new password)$/,
    title: 'Choose a new password',
    who: 'visitor',
  },
  {
    name: 'auth-confirm',
    path: '/auth/confirm?type=magiclink&token_hash=unknown',
    heading: 'One more step',
    title: 'Confirm it’s you',
    who: 'visitor',
  },
  {
    name: 'auth-callback',
    path: '/auth/callback?error=access_denied&error_description=You+said+no',
    // The screen keeps its initial heading if JavaScript is disabled.
    heading: /^(Nothing has changed|Signing you in)$/,
    title: 'Signing in',
    who: 'visitor',
  },
]
