import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { cx } from './cx.ts'
import { IconButton } from './icon-button.tsx'
import { PlainField, type TextProps } from './plain-field.tsx'

type PasswordFieldProps = TextProps & {
  /**
   * `autoComplete` tells password managers whether to fill in the current password or to suggest a
   * new one.
   */
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField(props: PasswordFieldProps) {
  const { label, name = 'password', autoComplete, value, onChange, takesFocus, ...field } = props
  const [isShown, setShown] = useState(false)
  return (
    <PlainField label={label} name={name} id={useId()} {...field}>
      {(control) => (
        <div className="relative">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autoComplete={autoComplete}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- `takesFocus` is set only for the first field of a dialog or step.
            autoFocus={takesFocus}
            className={cx(control.className, 'pr-12')}
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label="Show characters"
            aria-pressed={isShown}
            aria-controls={control.id}
            onPress={() => setShown(!isShown)}
            className="absolute top-0 right-0 text-ink-soft"
          />
        </div>
      )}
    </PlainField>
  )
}
