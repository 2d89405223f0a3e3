import { Download } from 'lucide-react'
import { buttonStyles } from '#web/ui/button-styles.ts'
import { cx } from '#web/ui/cx.ts'

type BrandAssetProps = {
  name: string
  /** Its path on this site, an SVG. */
  file: string
  /** What it is made to stand on, in either theme. */
  ground: 'light' | 'dark'
}

/** A logo on the ground it is made for, to be downloaded. */
export function BrandAsset({ name, file, ground }: BrandAssetProps) {
  return (
    <div className="flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface">
      <div
        className={cx(
          'flex h-40 shrink-0 items-center justify-center p-6',
          ground === 'light' ? 'bg-[#fbf7f4]' : 'bg-[#1d1416]',
        )}
      >
        <img
          src={file}
          alt={name}
          width={296}
          height={64}
          loading="lazy"
          className="h-full max-h-16 w-auto max-w-full"
        />
      </div>
      <div className="flex grow items-center justify-between gap-3 border-t border-line p-4">
        <p className="font-semibold">{name}</p>
        <a
          href={file}
          download
          aria-label={`Download ${name} as SVG`}
          className={buttonStyles({ variant: 'secondary', size: 'small' })}
        >
          <Download aria-hidden className="size-4" />
          SVG
        </a>
      </div>
    </div>
  )
}
