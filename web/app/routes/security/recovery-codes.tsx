import { Copy, Download, Printer } from 'lucide-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { company } from '@hourspace/domain/company.ts'
import { failureText } from '#web/features/account/failure-texts.ts'
import { messageOf } from '#web/lib/errors.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { Button } from '#web/ui/button.tsx'
import { makeRecoveryCodes, recoveryCodesLeft } from './factors.ts'

/** If fewer unused recovery codes than this are left, the page shows a warning. */
const few = 4

/** `isNew` is true if the user has just added the first second factor of the account. */
export function RecoveryCodes({ isNew, onChanged }: { isNew: boolean; onChanged: () => void }) {
  const [left, setLeft] = useState<number>()
  const [codes, setCodes] = useState<string[]>()
  const [isAsking, setAsking] = useState(false)
  const [loadError, setLoadError] = useState<string>()
  const hasBegun = useRef(false)
  const creation = useMutation({
    mutationFn: async () => {
      setLoadError(undefined)
      const made = await makeRecoveryCodes()
      setCodes(made)
      setLeft(made.length)
      setAsking(false)
      onChanged()
    },
  })
  const { mutate: make, isPending } = creation
  const error = creation.error
    ? (failureText(creation.error) ?? messageOf(creation.error, 'Failed to create recovery codes'))
    : loadError

  function kept() {
    setCodes(undefined)
    // Focuses the section, because the focused button disappears.
    document.getElementById('recovery-codes')?.focus()
  }

  useEffect(() => {
    // Creates recovery codes only once, because new codes invalidate the previous codes.
    if (hasBegun.current) return
    hasBegun.current = true
    recoveryCodesLeft().then(
      (count) => {
        setLeft(count)
        if (isNew && count === 0) make()
      },
      (reason: unknown) => setLoadError(messageOf(reason, 'Failed to fetch your recovery codes')),
    )
  })

  return (
    <div className="flex flex-col gap-4">
      <h3 id="recovery-codes" tabIndex={-1} className="text-lg">
        Recovery codes
      </h3>
      {codes ? (
        <NewRecoveryCodes codes={codes} isFirst={isNew} onDone={kept} />
      ) : (
        <>
          <p className="text-ink-soft">
            {left === 0
              ? 'You have no recovery codes. Create some so you can still sign in if you lose your device.'
              : 'Use a recovery code to sign in if you lose your device.'}
            {left !== undefined && left > 0 && ` ${left} left.`}
          </p>
          {left !== undefined && left > 0 && left < few && (
            <Banner tone="caution">Only {left} are left. You may want to create new ones.</Banner>
          )}
          {error && !isAsking && <Banner tone="error">{error}</Banner>}
          <Button
            variant="secondary"
            className="self-start"
            isPending={isPending && !isAsking}
            onPress={() => (left === 0 ? make() : setAsking(true))}
          >
            Create new recovery codes
          </Button>
        </>
      )}
      <AlertDialog
        title="Create new recovery codes?"
        isOpen={isAsking}
        confirmLabel="Create new codes"
        dismissLabel="Keep the old ones"
        isPending={isPending}
        error={error}
        onConfirm={() => make()}
        onDismiss={() => setAsking(false)}
      >
        Your current codes will stop working.
      </AlertDialog>
    </div>
  )
}

type NewRecoveryCodesProps = { codes: readonly string[]; isFirst: boolean; onDone: () => void }

function NewRecoveryCodes({ codes, isFirst, onDone }: NewRecoveryCodesProps) {
  const [said, setSaid] = useState('')
  const list = useRef<HTMLFieldSetElement>(null)
  const text = codes.join('\n')

  useEffect(() => {
    list.current?.focus()
  }, [])

  async function copy() {
    await navigator.clipboard.writeText(text).then(
      () => setSaid('Copied.'),
      () => setSaid('Copying is blocked in your browser. Select the codes instead.'),
    )
  }

  const address = `data:text/plain;charset=utf-8,${encodeURIComponent(
    `${company.name} recovery codes\nEach works once.\n\n${text}\n`,
  )}`
  return (
    <fieldset
      ref={list}
      tabIndex={-1}
      aria-label="Your new recovery codes"
      className="flex flex-col gap-4"
    >
      <Banner tone="caution" title={isFirst ? 'Two-step verification is on' : undefined}>
        Save these somewhere safe, not only on the device with your app. You’ll see them only once.
      </Banner>
      <ul className="grid gap-x-8 gap-y-2 rounded-control bg-sunken p-5 font-mono text-sm select-all sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" size="small" onPress={() => void copy()}>
          <Copy aria-hidden className="size-4" />
          Copy
        </Button>
        <a
          href={address}
          download="hourspace-recovery-codes.txt"
          className={buttonStyles({ variant: 'secondary', size: 'small' })}
        >
          <Download aria-hidden className="size-4" />
          Download
        </a>
        <Button variant="secondary" size="small" onPress={() => printCodes(codes)}>
          <Printer aria-hidden className="size-4" />
          Print
        </Button>
        <Button size="small" onPress={onDone}>
          I saved them
        </Button>
        <output className="text-sm text-ink-soft">{said}</output>
      </div>
    </fieldset>
  )
}

/** Prints the recovery codes from an iframe, so that the rest of the page is not printed. */
function printCodes(codes: readonly string[]): void {
  const frame = document.createElement('iframe')
  frame.hidden = true
  document.body.append(frame)
  const sheet = frame.contentDocument
  const view = frame.contentWindow
  if (!sheet || !view) return
  const title = sheet.createElement('h1')
  title.textContent = `${company.name} recovery codes`
  const list = sheet.createElement('pre')
  list.style.font = '16px/2 monospace'
  list.textContent = codes.join('\n')
  sheet.body.append(title, list)
  view.addEventListener('afterprint', () => frame.remove())
  view.print()
}
