import { Download } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { callFunction } from '#web/data/functions.ts'
import { messageOf } from '#web/lib/errors.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

export function ExportCard() {
  const download = useMutation({
    mutationFn: async () => {
      const file = `hourspace-data-${new Date().toISOString().slice(0, 10)}.json`
      saveAsFile(file, await callFunction<unknown>('export-account', {}))
      return file
    },
  })

  return (
    <Card className="flex flex-col items-start gap-4">
      <h2 className="text-xl">Your data</h2>
      <p className="text-ink-soft">
        One JSON file with the data of your account: profile, sign-ins and security events,
        listings, bookings, payments, payouts, reviews, conversations and your list of files. If
        your email is confirmed, it includes your messages to us. Of other people it contains only
        what you also see on Hourspace, such as their messages to you.
      </p>
      <Button variant="secondary" onPress={() => download.mutate()} isPending={download.isPending}>
        <Download aria-hidden className="size-5" />
        Export my data
      </Button>
      {download.error && (
        <Banner tone="error" className="self-stretch">
          {messageOf(download.error, 'Failed to export your data')}
        </Banner>
      )}
      {download.data && (
        <Banner tone="success" className="self-stretch">
          {download.data} is downloading.
        </Banner>
      )}
    </Card>
  )
}

function saveAsFile(name: string, content: unknown): void {
  const blob = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  saveFile(blob, name)
}
