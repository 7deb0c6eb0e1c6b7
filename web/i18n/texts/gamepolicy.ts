/** The rules of prize draws. The announcement of a prize draw may add rules of its own. */
import type { Chapter, InBothLanguages } from '../../../schema/texts/text.ts'

export const GAMEPOLICY: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: 'veranstalter',
      title: 'Wer verlost',
      blocks: [
        'Veranstalterin ist die Stagedoor GmbH, Lampenweg 7, 20359 Hamburg. Mit Instagram, Facebook, TikTok oder anderen Plattformen, auf denen wir zu einer Verlosung aufrufen, hat sie nichts zu tun; die Plattformen sind weder Veranstalter noch Ansprechpartner.',
      ],
    },
    {
      id: 'teilnahme',
      title: 'Wer mitmachen kann',
      blocks: [
        'Alle ab 16 Jahren mit Wohnsitz in Deutschland, Österreich oder der Schweiz; unter 18 mit dem Einverständnis der Eltern. Bei Preisen mit Altersgrenze gilt diese. Wer bei uns oder beim Sponsor des Preises arbeitet, kann nicht gewinnen.',
        'Die Teilnahme kostet nichts und hängt von keinem Kauf ab. Jede Person nimmt einmal teil, selbst und nicht über einen Dienst oder ein Programm.',
      ],
    },
    {
      id: 'ziehung',
      title: 'Wie gezogen wird',
      blocks: [
        'Nach dem Ende, das in der Ankündigung steht, entscheidet das Los unter allen, die richtig teilgenommen haben. Wir benachrichtigen innerhalb von sieben Tagen per E-Mail oder Direktnachricht. Meldet sich jemand binnen sieben Tagen nicht, wird neu gezogen; bei Tickets für eine nahe Show steht die kürzere Frist in der Nachricht.',
      ],
    },
    {
      id: 'preis',
      title: 'Was du gewinnst',
      blocks: [
        'Den Preis, der in der Ankündigung steht. Bar ausgezahlt oder getauscht wird er nicht. Reise und Übernachtung gehören nur dazu, wenn es dort steht. Fällt eine Show aus, ersetzen wir verloste Tickets nach Möglichkeit durch solche für eine andere.',
      ],
    },
    {
      id: 'daten',
      title: 'Deine Daten',
      blocks: [
        'Wir verarbeiten Namen und Kontakt nur, um die Verlosung durchzuführen (Art. 6 Abs. 1 b DSGVO), und löschen sie vier Wochen nach der Ziehung, die der Gewinnerinnen und Gewinner nach Ende der gesetzlichen Fristen. Namen veröffentlichen wir nur mit Zustimmung.',
      ],
    },
    {
      id: 'schluss',
      title: 'Zum Schluss',
      blocks: [
        'Wer gegen diese Regeln verstößt, kann ausgeschlossen werden. Wir können eine Verlosung beenden, wenn sie sich nicht ordentlich durchführen lässt. Es gilt deutsches Recht. Der Rechtsweg ist für die Ziehung ausgeschlossen.',
      ],
    },
  ],
  en: [
    {
      id: 'veranstalter',
      title: 'Who runs the draw',
      blocks: [
        'The draw is run by Stagedoor GmbH, Lampenweg 7, 20359 Hamburg, Germany. Instagram, Facebook, TikTok and other platforms on which we announce a draw have no part in it and are not the people to contact.',
      ],
    },
    {
      id: 'teilnahme',
      title: 'Who can take part',
      blocks: [
        'Anyone aged 16 or over who lives in Germany, Austria or Switzerland; under-18s need their parents’ consent. If a prize has an age limit, that applies. People who work for us or for the prize’s sponsor cannot win.',
        'Entry is free, and no purchase is necessary. Each person may enter once, themselves and not through a service or a program.',
      ],
    },
    {
      id: 'ziehung',
      title: 'How we draw',
      blocks: [
        'After the end given in the announcement, winners are drawn by lot from all valid entries. We notify them within seven days by email or direct message. If a winner does not answer within seven days, we draw again; for tickets to a show that is close, the message gives a shorter time.',
      ],
    },
    {
      id: 'preis',
      title: 'What you win',
      blocks: [
        'The prize in the announcement. It is not paid in cash or exchanged. Travel and accommodation are included only if stated. If a show is cancelled, we try to offer tickets for another one.',
      ],
    },
    {
      id: 'daten',
      title: 'Your data',
      blocks: [
        'We process your name and contact details only to run the draw (Art. 6 (1) (b) GDPR) and delete them four weeks after it, or, for winners, when the statutory periods end. We publish names only with consent.',
      ],
    },
    {
      id: 'schluss',
      title: 'Finally',
      blocks: [
        'Anyone who breaks these rules can be excluded. We may end a draw that cannot be run properly. German law applies. The result of the draw cannot be contested in court.',
      ],
    },
  ],
}
