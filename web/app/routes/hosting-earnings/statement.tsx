import { useMutation } from '@tanstack/react-query'
import { FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { earningsStatement } from '#web/data/earnings.ts'
import { messageOf } from '#web/lib/errors.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { AlertText } from '#web/ui/alert-text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { NativeSelect } from '#web/ui/native-select.tsx'

const periods = [
  { id: '', label: 'Whole year' },
  ...Array.from({ length: 12 }, (_, index) => ({
    id: String(index + 1),
    label: new Date(Date.UTC(2026, index, 1)).toLocaleDateString('en-US', {
      month: 'long',
      timeZone: 'UTC',
    }),
  })),
]

export function Statement({ year }: { year: number }) {
  const [month, setMonth] = useState('')
  const download = useMutation({
    mutationFn: async (format: 'pdf' | 'csv') =>
      saveFile(
        await earningsStatement(year, month ? Number(month) : null, format),
        `${company.name.toLowerCase()}-earnings-${year}${month && `-${month.padStart(2, '0')}`}.${format}`,
      ),
  })
  const button = (format: 'pdf' | 'csv', label: string) => (
    <Button
      variant="secondary"
      onPress={() => download.mutate(format)}
      isPending={download.isPending && download.variables === format}
      isDisabled={download.isPending && download.variables !== format}
      pendingText="Preparing..."
    >
      {format === 'pdf' ? (
        <FileText aria-hidden className="size-5" />
      ) : (
        <FileSpreadsheet aria-hidden className="size-5" />
      )}
      {label}
    </Button>
  )
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg">Statement</h2>
        <p className="max-w-[68ch] text-sm text-ink-soft">
          Every booking with rental, commission, refunds and your share. The yearly PDF adds what
          tax reports such as 1099-K and DAC7 ask for: gross amounts per quarter and property.
        </p>
      </div>
      <div className="flex flex-wrap items-end gap-3">
        <NativeSelect
          label={`Period in ${year}`}
          className="sm:w-48"
          value={month}
          onChange={setMonth}
          options={periods}
        />
        {button('pdf', 'Download PDF')}
        {button('csv', 'Download CSV')}
      </div>
      <AlertText>
        {download.error && messageOf(download.error, 'The statement could not be created')}
      </AlertText>
    </Card>
  )
}
