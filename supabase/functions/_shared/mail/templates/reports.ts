import { z } from 'zod'
import { template } from '#functions/_shared/mail/content.ts'

const reasons = {
  inaccurate: 'Inaccurate listing',
  scam: 'Scam',
  unsafe: 'Unsafe place',
  offensive: 'Offensive content',
  other: 'Other',
} as const

const reportSchema = z.object({
  space_title: z.string(),
  /** `space_address` is the slug or id of the space. */
  space_address: z.string(),
  reporter: z.string(),
  reason: z.enum(['inaccurate', 'scam', 'unsafe', 'offensive', 'other']),
  details: z.string(),
})

export const spaceReported = template(reportSchema, (report, site) => ({
  subject: `Report: ${report.space_title} (${reasons[report.reason]})`,
  title: `${report.space_title} was reported`,
  preview: report.details || reasons[report.reason],
  blocks: [
    {
      facts: [
        ['Space', report.space_title],
        ['Reason', reasons[report.reason]],
        ['Reported by', report.reporter],
      ],
    },
    ...(report.details ? [{ quote: report.details }] : []),
    { button: 'Open Admin Dashboard', url: `${site.url}/admin` },
    {
      note: 'Open the space:',
      url: `${site.url}/space/${encodeURIComponent(report.space_address)}`,
    },
  ],
  reason: 'Sent for each report of a space. Resolve the report in the admin dashboard.',
}))
