import { useState } from 'react'
import { environment } from '#web/data/environment.ts'
import { allowReplays, allowsReplays } from '#web/monitoring/recorded-visit.ts'
import { Card } from '#web/ui/card.tsx'
import { Switch } from '#web/ui/switch.tsx'

/** Asks for consent to session replays. Renders nothing if no visit is ever recorded. */
export function ReplayCard() {
  const [isAllowed, setAllowed] = useState(allowsReplays)
  if (!environment().monitoring?.replaysSessionSampleRate) return null

  function change(next: boolean) {
    allowReplays(next)
    setAllowed(next)
  }

  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-2xl">Replays of your visits</h2>
      <p className="text-ink-soft">
        A replay shows us how a page looked when something went wrong. Every text, input and picture
        is masked, and payment fields are left out. We record nothing unless you allow it. Your
        choice is kept in this browser; turning it off stops a recording at once.
      </p>
      <Switch isSelected={isAllowed} onChange={change}>
        Allow replays
      </Switch>
    </Card>
  )
}
