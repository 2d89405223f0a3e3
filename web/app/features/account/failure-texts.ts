/** What people can do about a refusal whose own text is for programs. By the backend's codes. */
const texts: Record<string, string> = {
  otp_expired: 'This code is wrong or no longer valid. Look for the newest mail, or send another.',
  mfa_verification_failed: 'This code is wrong. Codes change every half minute: try the next one.',
  mfa_challenge_expired: 'That took a little long. Please enter the code of this moment.',
  over_request_rate_limit: 'Too many attempts. Please wait a few minutes, then try again.',
  anonymous_provider_disabled: 'Going on as a guest is not possible here. Please make an account.',
  sso_provider_not_found: 'No company has set up its sign-in for this address.',
  signup_disabled: 'New accounts cannot be made at the moment.',
  current_password_invalid: 'This is not your current password.',
  current_password_required: 'Please enter your current password.',
  mfa_factor_name_conflict: 'You have one of this name already. Please choose another.',
  too_many_enrolled_mfa_factors: 'Your account has as many second steps as it can have.',
  email_exists: 'Another account has this address.',
  identity_already_exists: 'It is linked to another account.',
  single_identity_not_deletable: 'This is the only way into your account, so it has to stay.',
  same_password: 'This is the password you have already. Please choose another.',
}

/** The code a refusal of the backend carries. */
export function codeOf(failure: unknown): string | undefined {
  if (typeof failure !== 'object' || failure === null || !('code' in failure)) return undefined
  return typeof failure.code === 'string' ? failure.code : undefined
}

/** Our own words for a refusal, where we have better ones than the backend's. */
export function failureText(failure: unknown): string | undefined {
  const code = codeOf(failure)
  return code === undefined ? undefined : texts[code]
}
