import { socialNetworks } from '#web/content/company.ts'
import { useEnvironment } from '#web/data/use-environment.ts'

/** Ways to tell others about the site, in a tab of their own: the network's page is no part of ours. */
export function SocialLinks({ className }: { className: string }) {
  const siteUrl = useEnvironment()?.siteUrl
  if (!siteUrl) return null
  return (
    <div>
      <p id="share" className="text-sm text-ink-soft">
        Tell somebody about it
      </p>
      <ul aria-labelledby="share" className="flex flex-wrap gap-x-5">
        {socialNetworks.map(({ name, share }) => (
          <li key={name}>
            <a
              href={share + encodeURIComponent(siteUrl)}
              target="_blank"
              rel="noopener noreferrer"
              className={className}
            >
              <span className="sr-only">Share on </span>
              {name}
              <span className="sr-only"> (opens a new tab)</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
