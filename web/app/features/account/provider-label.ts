const known: Record<string, string> = {
  apple: 'Apple',
  azure: 'Microsoft',
  facebook: 'Facebook',
  github: 'GitHub',
  gitlab: 'GitLab',
  google: 'Google',
  linkedin_oidc: 'LinkedIn',
}

/** A provider as people know it; any other by its own name, 'acme-id' as 'Acme Id'. */
export function providerLabel(name: string): string {
  return (
    known[name] ??
    name
      .split(/[_-]+/)
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  )
}
