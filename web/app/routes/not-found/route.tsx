import { data } from 'react-router'
import { company } from '@hourspace/domain/company.ts'
import { MessagePage } from '#web/features/shell/message-page.tsx'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/link-button.tsx'

export function loader() {
  return data(null, { status: 404 })
}

export const meta = () => [
  { title: `Page not found · ${company.name}` },
  { name: 'robots', content: 'noindex' },
]

export default function NotFound() {
  return (
    <MessagePage
      mark="404"
      title="Page not found"
      description="The link may be wrong, or the page has moved."
    >
      <LinkButton to={paths.explore()}>Explore Spaces</LinkButton>
      <LinkButton to={paths.home()} variant="secondary">
        Return to Home
      </LinkButton>
    </MessagePage>
  )
}
