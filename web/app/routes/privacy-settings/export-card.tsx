import { Download } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '#web/lib/errors.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { exportAccount } from './queries.ts'

/** Card to download the user's data as one file. */
export function ExportCard() {
  const [isPending, setPending] = useState(false)
  const [outcome, setOutcome] = useState<{ error?: string; file?: string }>({})

  async function download() {
    setPending(true)
    setOutcome({})
    try {
      const everything = await exportAccount()
      const file = `hourspace-data-${new Date().toISOString().slice(0, 10)}.json`
      saveAsFile(file, everything)
      setOutcome({ file })
    } catch (reason) {
      setOutcome({ error: messageOf(reason, 'Failed to export your data') })
    } finally {
      setPending(false)
    }
  }

  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-2xl">Your data</h2>
      <p className="text-ink-soft">
        One JSON file with everything we store about you: profile, sign-ins, listings, bookings,
        payments, payouts, reviews and your list of files. If your email is verified, it includes
        your messages to us. It contains nothing about other people.
      </p>
      <Button variant="secondary" onPress={() => void download()} isPending={isPending}>
        <Download aria-hidden className="size-5" />
        Export my data
      </Button>
      {outcome.error && (
        <Banner tone="error" className="self-stretch">
          {outcome.error}
        </Banner>
      )}
      {outcome.file && (
        <Banner tone="success" className="self-stretch">
          {outcome.file} is downloading.
        </Banner>
      )}
    </Card>
  )
}

/** Downloads a JSON document as a file with the given name. */
function saveAsFile(name: string, content: unknown): void {
  const blob = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revokes the object URL later, because the download still needs it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
