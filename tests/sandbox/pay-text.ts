/** The texts of the hosted card page and the bank's page, in the shop's two languages. */
const de = {
  title: (shop: string) => `Zahlung an ${shop}`,
  testMode: 'Testmodus',
  testNote: 'Das ist die Sandbox. Hier fließt kein Geld, und es wird keine Karte gebraucht.',
  payTo: (shop: string) => `Du bezahlst an ${shop}`,
  summary: 'Deine Bestellung',
  quantity: (count: number) => `Menge ${count}`,
  total: 'Gesamtbetrag',
  card: 'Karte',
  cardHint: 'Testkarte, läuft ab 12/34',
  email: 'E-Mail',
  pay: (amount: string) => `${amount} bezahlen`,
  decline: 'Karte ablehnen lassen',
  cancel: 'Abbrechen und zurück zum Shop',
  declined: 'Deine Karte wurde abgelehnt. Versuch es noch einmal, oder brich die Zahlung ab.',
  bankTitle: 'Freigabe bei deiner Bank',
  bankDecline: 'Zahlung ablehnen',
  delay: 'Freigeben, Geld kommt erst in Tagen',
  delayHint: 'Zurück in den Shop, die Zahlung bleibt in Bearbeitung.',
  toolsTitle: 'Fälle zum Durchspielen',
  stay: 'Bezahlen und Fenster schließen',
  stayHint: 'Kein Rückweg in den Shop: Nur der Webhook meldet die Zahlung.',
  silent: 'Bezahlen, Webhook kommt nie',
  silentHint: 'Zurück in den Shop, aber ohne jede Meldung von Stripe.',
  twice: 'Bezahlen, Webhook kommt doppelt',
  twiceHint: 'Zurück in den Shop, jede Meldung trifft zweimal ein.',
  paidTitle: 'Bezahlt',
  paidText: 'Die Zahlung ist durch. Du kannst dieses Fenster schließen.',
  expiredTitle: 'Diese Zahlungsseite ist abgelaufen',
  expiredText: 'Hier wurde nichts abgebucht. Geh zurück in den Shop, um es noch einmal zu versuchen.',
  back: 'Zurück zum Shop',
  missingTitle: 'Diese Zahlungsseite gibt es nicht',
  missingText: 'Prüf den Link, oder fang im Shop noch einmal an.',
}

const en: typeof de = {
  title: (shop) => `Pay ${shop}`,
  testMode: 'Test mode',
  testNote: 'This is the sandbox. No money moves here and no card is needed.',
  payTo: (shop) => `You are paying ${shop}`,
  summary: 'Your order',
  quantity: (count) => `Qty ${count}`,
  total: 'Total',
  card: 'Card',
  cardHint: 'Test card, expires 12/34',
  email: 'Email',
  pay: (amount) => `Pay ${amount}`,
  decline: 'Have the card declined',
  cancel: 'Cancel and go back to the shop',
  declined: 'Your card was declined. Try again, or cancel the payment.',
  bankTitle: 'Approval at your bank',
  bankDecline: 'Decline the payment',
  delay: 'Approve, money arrives days later',
  delayHint: 'Back to the shop; the payment stays in progress.',
  toolsTitle: 'Cases to play through',
  stay: 'Pay and close the window',
  stayHint: 'No way back to the shop: only the webhook reports the payment.',
  silent: 'Pay, webhook never sent',
  silentHint: 'Back to the shop, but without any word from Stripe.',
  twice: 'Pay, webhook sent twice',
  twiceHint: 'Back to the shop; every message arrives two times.',
  paidTitle: 'Paid',
  paidText: 'The payment went through. You can close this window.',
  expiredTitle: 'This payment page has expired',
  expiredText: 'You have not been charged. Go back to the shop to try again.',
  back: 'Back to the shop',
  missingTitle: 'There is no such payment page',
  missingText: 'Check the link, or start again in the shop.',
}

export type PayText = typeof de

/**
 * Returns German if the session's locale is German, otherwise English. If the locale is `auto` or null, the browser's
 * preferred language decides instead.
 */
export const payLocale = (locale: string | null, acceptLanguage: string | undefined): 'de' | 'en' => {
  const wanted = locale === null || locale === 'auto' ? (acceptLanguage ?? 'en') : locale
  return wanted.toLowerCase().startsWith('de') ? 'de' : 'en'
}

export const payText: Record<'de' | 'en', PayText> = { de, en }
