import { z } from 'zod'
import { company } from '@hourspace/domain/company.ts'
import { requireAssuredAdmin } from '#functions/_shared/caller.ts'
import { query, queryValue } from '#functions/_shared/database.ts'
import { failure } from '#functions/_shared/errors.ts'
import { colors, openPdf, pageMargin, print } from '#functions/_shared/pdf.ts'
import { receiptPdf } from '#functions/_shared/receipt-pdf.ts'
import { findReceipt } from '#functions/_shared/receipts.ts'
import { serveJson } from '#functions/_shared/serve-json.ts'
import { isRefusal, stripeClient } from '#functions/_shared/stripe.ts'
import { draftOf, type DisputeFacts, moment } from './facts.ts'

const text = z.string().trim().max(20_000)
const disputeId = z.string().max(100)

const evidenceSchema = z.object({
  customer_name: text,
  customer_email_address: text,
  service_date: text,
  product_description: text,
  cancellation_policy_disclosure: text,
  access_activity_log: text,
  uncategorized_text: text,
})

const bodySchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('prepare'), disputeId }),
  z.object({
    action: z.literal('submit'),
    disputeId,
    evidence: evidenceSchema,
  }),
])

const responseSchema = z.union([
  z.object({
    dueBy: z.string().nullable(),
    answeredAt: z.string().nullable(),
    hasReceipt: z.boolean(),
    messages: z.int(),
    evidence: evidenceSchema,
  }),
  z.object({ sent: z.literal(true) }),
])

/**
 * Returns a draft of the evidence for a dispute, or sends an admin's evidence to Stripe. The
 * evidence includes the receipt of a booking and the conversation of guest and host. It can be sent
 * once for an inquiry, and once more if it becomes a dispute.
 */
Deno.serve(
  serveJson({
    caller: requireAssuredAdmin,
    body: bodySchema,
    response: responseSchema,
    work: async (body, admin) => {
      const facts = await queryValue<DisputeFacts>`
        select dispute_facts(p_dispute_id => ${body.disputeId}, p_admin_id => ${admin.id})`
      if (body.action === 'prepare')
        return {
          dueBy: facts.due_by,
          answeredAt: facts.answered_at,
          hasReceipt: facts.booking_id !== null,
          messages: facts.messages.length,
          evidence: draftOf(facts),
        }
      await submit(facts, body.evidence)
      await query`
        select record_dispute_answer(p_dispute_id => ${body.disputeId}, p_admin_id => ${admin.id},
          p_evidence => ${JSON.stringify(body.evidence)}::text::jsonb)`
      return { sent: true as const }
    },
  }),
)

async function submit(facts: DisputeFacts, evidence: Record<string, string>): Promise<void> {
  const { disputes } = stripeClient()
  try {
    const receipt =
      facts.booking_id === null
        ? undefined
        : await uploadEvidence(
            'receipt.pdf',
            await receiptPdf(await findReceipt(facts.booking_id, facts.guest_id)),
          )
    const conversation =
      facts.messages.length > 0
        ? await uploadEvidence('conversation.pdf', await conversationPdf(facts))
        : undefined
    await disputes.update(facts.dispute_id, {
      evidence: {
        ...Object.fromEntries(Object.entries(evidence).filter(([, value]) => value)),
        ...(receipt && { receipt }),
        ...(conversation && { customer_communication: conversation }),
      },
      submit: true,
    })
  } catch (cause) {
    if (isRefusal(cause))
      throw failure('dispute_refused', {
        message: `Stripe did not accept the answer: ${cause.message}`,
      })
    throw cause
  }
}

async function uploadEvidence(name: string, data: Uint8Array): Promise<string> {
  const file = await stripeClient().files.create({
    purpose: 'dispute_evidence',
    file: { data, name, type: 'application/pdf' },
  })
  return file.id
}

async function conversationPdf(facts: DisputeFacts): Promise<Uint8Array<ArrayBuffer>> {
  const last = facts.messages.at(-1)?.at ?? facts.booked_at
  const { doc, root, bytes } = openPdf(`Conversation - ${company.name}`, new Date(last))
  const write = (tag: string, work: () => void) => root.add(doc.struct(tag, {}, work))
  write('H1', () => {
    const title = `Messages about ${facts.space}`
    print(doc, title, 18, colors.ink, true).moveDown(1)
  })
  for (const { at, by, body } of facts.messages)
    write('P', () => {
      if (doc.y > doc.page.height - pageMargin - 60) doc.addPage()
      print(doc, `${moment(at)}, ${by}`, 9, colors.soft)
      print(doc, body, 11, colors.ink).moveDown(0.8)
    })
  root.end()
  doc.end()
  return bytes
}
