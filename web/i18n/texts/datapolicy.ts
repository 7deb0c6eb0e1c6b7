/** What happens to data, in plain words and in both languages. */
import type { Chapter, InBoth } from '../../../schema/texts/text.ts'

export const DATAPOLICY: InBoth<Chapter[]> = {
  de: [
    {
      id: 'verantwortlich',
      title: 'Wer verantwortlich ist',
      blocks: [
        'Verantwortlich ist die Stagedoor GmbH, Lampenweg 7, 20359 Hamburg. Unsere Datenschutzbeauftragte erreichst du unter datenschutz@stagedoor.example.',
        'Für Kontaktdaten, die bei Veranstaltungen erhoben werden, ist der jeweilige Veranstalter verantwortlich; wir speichern sie in seinem Auftrag und löschen sie 28 Tage nach der Veranstaltung.',
      ],
    },
    {
      id: 'besuch',
      title: 'Wenn du dich umsiehst',
      blocks: [
        'Beim Aufruf einer Seite verarbeiten unsere Server deine IP-Adresse und technische Angaben deines Browsers, um dir die Seite zu schicken und Angriffe abzuwehren (Art. 6 Abs. 1 f DSGVO). Schriften, Bilder und Programme kommen von unseren eigenen Servern; kein Dritter erfährt, dass du hier bist.',
        'Die Server betreibt Cloudflare in unserem Auftrag (Art. 28 DSGVO). Wer oft falsche Codes eingibt, wird anhand der IP-Adresse für eine Minute gebremst; danach ist sie vergessen.',
        'Gezählt wird nur, wer zustimmt (Art. 6 Abs. 1 a DSGVO, § 25 Abs. 1 TDDDG), und zurzeit niemand: Der Shop enthält kein Programm dafür. Deine Wahl kannst du oben jederzeit ändern.',
        'Videos der Bands liegen bei YouTube. Sie laden erst, wenn du sie startest; dann erfährt Google deine IP-Adresse.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies, die der Shop braucht',
      blocks: [
        [
          'cart: welcher Warenkorb deiner ist. Für Skripte unlesbar, 30 Tage.',
          'locale: ob du Deutsch oder Englisch liest. Ein Jahr.',
          'access, discount: dass du den Code eines geschützten Shops oder Rabatts kennst. 200 Tage.',
          'tracking: ob du oben das Zählen erlaubt hast. Ein Jahr.',
          'preferences: was du beim Bestellen schon ausgefüllt hast. Bis zur Bestellung.',
        ],
        'Sie sind für den Shop nötig; dafür braucht es keine Einwilligung (§ 25 Abs. 2 TDDDG).',
      ],
    },
    {
      id: 'bestellung',
      title: 'Wenn du bestellst',
      blocks: [
        'Wir speichern Namen, Adressen, E-Mail und was du bestellt hast, um den Vertrag zu erfüllen (Art. 6 Abs. 1 b DSGVO), und heben Rechnungsdaten so lange auf, wie das Steuerrecht es verlangt. Personenbezogene Daten liegen auf Servern in der Europäischen Union.',
        'Deine Daten bekommen nur, die sie brauchen: der Versanddienst für das Paket, der Zahlungsdienst (Stripe, PayPal oder deine Bank) für die Zahlung, der Veranstalter für personalisierte Tickets. Kartendaten sehen wir nie.',
      ],
    },
    {
      id: 'newsletter',
      title: 'Newsletter',
      blocks: [
        'Den Newsletter bekommst du nur, wenn du ihn bestellst. Jede Ausgabe hat unten einen Link, mit dem du dich abmeldest.',
      ],
    },
    {
      id: 'rechte',
      title: 'Deine Rechte',
      blocks: [
        'Du kannst Auskunft verlangen, Daten berichtigen, löschen oder übertragen lassen, ihre Verarbeitung einschränken und ihr widersprechen. Eine Zustimmung kannst du jederzeit für die Zukunft zurücknehmen.',
        'Beschweren kannst du dich beim Hamburgischen Beauftragten für Datenschutz und Informationsfreiheit.',
      ],
    },
  ],
  en: [
    {
      id: 'verantwortlich',
      title: 'Who is responsible',
      blocks: [
        'The controller is Stagedoor GmbH, Lampenweg 7, 20359 Hamburg, Germany. You can reach our data protection officer at datenschutz@stagedoor.example.',
        'For contact data collected for events, the event’s promoter is responsible; we store it on their behalf and delete it 28 days after the event.',
      ],
    },
    {
      id: 'besuch',
      title: 'When you look around',
      blocks: [
        'When you open a page, our servers process your IP address and technical details of your browser in order to send you the page and to fend off attacks (Art. 6 (1) f GDPR). Fonts, images and programs come from our own servers; no third party learns that you are here.',
        'The servers are run by Cloudflare on our behalf (Art. 28 GDPR). Whoever types wrong codes again and again is slowed down by IP address for a minute; after that it is forgotten.',
        'Only those who agree are counted (Art. 6 (1) a GDPR, § 25 (1) TDDDG), and at present nobody is: the shop contains no program for it. You can change your choice above at any time.',
        'The bands’ videos are on YouTube. They load only when you start them; Google then learns your IP address.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies the shop needs',
      blocks: [
        [
          'cart: which cart is yours. Not readable by scripts, 30 days.',
          'locale: whether you read German or English. One year.',
          'access, discount: that you know the code of a protected shop or of a discount. 200 days.',
          'tracking: whether you allowed counting above. One year.',
          'preferences: what you have already filled in at checkout. Until you order.',
        ],
        'The shop cannot do without them, so they need no consent (§ 25 (2) TDDDG).',
      ],
    },
    {
      id: 'bestellung',
      title: 'When you order',
      blocks: [
        'We store names, addresses, e-mail and what you ordered in order to fulfil the contract (Art. 6 (1) b GDPR), and keep invoice data as long as tax law demands. Personal data is kept on servers in the European Union.',
        'Only those who need your data get it: the carrier for the parcel, the payment provider (Stripe, PayPal or your bank) for the payment, the promoter for personalised tickets. We never see card details.',
      ],
    },
    {
      id: 'newsletter',
      title: 'Newsletter',
      blocks: ['You only get the newsletter if you ask for it. Each issue has a link at the bottom to unsubscribe.'],
    },
    {
      id: 'rechte',
      title: 'Your rights',
      blocks: [
        'You can ask for information, have data corrected, deleted or transferred, restrict its processing and object to it. You can withdraw consent at any time for the future.',
        'You can complain to the Hamburg Commissioner for Data Protection and Freedom of Information.',
      ],
    },
  ],
}
