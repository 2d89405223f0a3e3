import type { ComponentProps } from 'react'
import { Form } from 'react-router'
import type { CancellationPolicy } from '@hourspace/domain/cancellation.ts'
import { paths } from '#web/lib/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { frameStyles, inputStyles } from '#web/ui/field-styles.ts'
import { NativeSelect, type Option } from '#web/ui/native-select.tsx'

export type RefundCalculation = {
  question: { policy: CancellationPolicy; paid: string; notice: string; unit: 'hours' | 'days' }
  answer?: { percentage: number; refund: string; rule: string; grace: string } | undefined
  errors?: { paid?: string; notice?: string } | undefined
}

type RefundCalculatorProps = RefundCalculation & { policies: readonly Option[] }

/**
 * Form of the refund calculator. The server computes the refund, so that the form works without
 * JavaScript.
 */
export function RefundCalculator({ policies, question, answer, errors }: RefundCalculatorProps) {
  return (
    <Card className="max-w-prose scroll-mt-24 xl:sticky xl:top-24" id="calculator">
      <h2 className="text-xl">How much would I get back?</h2>
      <Form
        action={`${paths.cancellation()}#calculator`}
        noValidate
        preventScrollReset
        replace
        className="mt-5 grid gap-4 sm:grid-cols-2 xl:grid-cols-1"
      >
        <Select
          label="The space’s policy"
          name="policy"
          options={policies}
          defaultValue={question.policy}
        />
        <TextInput
          label="You paid, in dollars"
          name="paid"
          inputMode="decimal"
          defaultValue={question.paid}
          error={errors?.paid}
        />
        <TextInput
          label="How long before the start you cancel"
          name="notice"
          inputMode="numeric"
          defaultValue={question.notice}
          error={errors?.notice}
        />
        <Select
          label="Days or hours"
          name="unit"
          options={['days', 'hours'].map((unit) => ({ id: unit, label: unit }))}
          defaultValue={question.unit}
        />
        <Button
          type="submit"
          variant="secondary"
          className="sm:col-span-full sm:justify-self-start"
        >
          Calculate refund
        </Button>
      </Form>
      <output className="mt-4 block empty:hidden">{answer && <Answer {...answer} />}</output>
    </Card>
  )
}

function Answer({ percentage, refund, rule, grace }: NonNullable<RefundCalculation['answer']>) {
  return (
    <p className="text-ink-soft">
      {percentage > 0 ? (
        <>
          You get <strong className="text-ink">{refund}</strong> back
          {percentage < 100 && <>, {percentage}% of what you paid</>}.
        </>
      ) : (
        <strong className="text-ink">No refund.</strong>
      )}{' '}
      The space’s policy: {rule.charAt(0).toLowerCase() + rule.slice(1)}. {grace}
    </p>
  )
}

/**
 * A select with a visible label. Screen readers read the accessible name of the select instead of
 * the label.
 */
function Select(props: ComponentProps<typeof NativeSelect>) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span aria-hidden className="text-sm font-semibold">
        {props.label}
      </span>
      <NativeSelect {...props} />
    </div>
  )
}

type TextInputProps = ComponentProps<'input'> & { label: string; error?: string | undefined }

function TextInput({ label, name, error, ...input }: TextInputProps) {
  const id = `refund-${name}`
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      <div data-frame data-invalid={error ? true : undefined} className={frameStyles}>
        <input
          {...input}
          id={id}
          name={name}
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={inputStyles}
        />
      </div>
      <p
        id={`${id}-error`}
        role="alert"
        className={cx('text-sm font-medium text-danger-ink', !error && 'hidden')}
      >
        {error}
      </p>
    </div>
  )
}
