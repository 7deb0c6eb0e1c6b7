/** The form that asks for a reminder. The server parses it again. */
import * as z from 'zod/mini'
import { REMINDER_KINDS } from '../rules/reminder.ts'
import { emailSchema } from './address.ts'

export const reminderSchema = z.strictObject({
  kind: z.enum(REMINDER_KINDS),
  subjectId: z.string().check(z.maxLength(60)),
  email: emailSchema,
})
export type ReminderForm = z.infer<typeof reminderSchema>
