/** Questions about offers of some shops: the ticket machine Kiox, the special package, and the pick-up of merch. */
import type { Chapter, InBothLanguages } from './text.ts'

export const KIOX: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: '0',
      title: 'Was ist Kiox?',
      blocks: [
        'Kiox ist unser Ticketautomat. Er steht bei ausgewählten Shows im Foyer und macht aus deinem Online-Ticket ein gedrucktes: auf festem Papier, mit dem Motiv des Abends, zum Aufheben.',
      ],
    },
    {
      id: '1',
      title: 'Bei welchen Shows steht Kiox?',
      blocks: ['Das steht auf der Seite der Show. Fehlt der Hinweis, ist Kiox an dem Abend nicht da.'],
    },
    {
      id: '2',
      title: 'Was brauche ich dafür?',
      blocks: ['Nur den Code auf deinem Online-Ticket. Halte ihn vor das Lesefeld, den Rest macht der Automat.'],
    },
    {
      id: '3',
      title: 'Was kostet der Ausdruck?',
      blocks: ['Nichts. Ein Ausdruck je Ticket ist im Preis enthalten.'],
    },
    {
      id: '4',
      title: 'Wann kann ich drucken?',
      blocks: ['Vom Einlass bis eine halbe Stunde nach dem letzten Ton. Am ruhigsten ist es während der Vorband.'],
    },
    {
      id: '5',
      title: 'Komme ich auch ohne Kiox hinein?',
      blocks: ['Ja. Für den Einlass zählt der Code, ob auf dem Handy oder auf Papier. Der Ausdruck ist ein Andenken.'],
    },
    {
      id: '6',
      title: 'Kann ich an Kiox Tickets kaufen?',
      blocks: ['Nein. Kiox druckt, was hier im Shop gekauft wurde. Restkarten gibt es an der Abendkasse.'],
    },
    {
      id: '7',
      title: 'Gilt der Ausdruck ein zweites Mal?',
      blocks: [
        'Nein. Code und Ausdruck gehören zusammen: Einer von beiden öffnet einmal die Tür. Gib den Ausdruck erst weiter, wenn du drin warst.',
      ],
    },
    {
      id: '8',
      title: 'Der Automat nimmt meinen Code nicht.',
      blocks: [
        'Stell dein Handy heller und den Code größer. Hilft das nicht, geh zur Infotheke neben dem Automaten; dort wird von Hand gedruckt.',
      ],
    },
    {
      id: '9',
      title: 'Was speichert Kiox über mich?',
      blocks: ['Nur, dass dieser Code gedruckt wurde und wann. Namen und Adressen kennt der Automat nicht.'],
    },
  ],
  en: [
    {
      id: '0',
      title: 'What is Kiox?',
      blocks: [
        'Kiox is our ticket machine. It stands in the foyer at selected shows and turns your online ticket into a printed one: on stiff paper, with the artwork of the night, to keep.',
      ],
    },
    {
      id: '1',
      title: 'Which shows have Kiox?',
      blocks: ['The show’s page says so. If it doesn’t mention Kiox, the machine isn’t there that night.'],
    },
    {
      id: '2',
      title: 'What do I need?',
      blocks: ['Just the code on your online ticket. Hold it to the reader; the machine does the rest.'],
    },
    { id: '3', title: 'What does a printout cost?', blocks: ['Nothing. One printout of each ticket is included.'] },
    {
      id: '4',
      title: 'When can I print?',
      blocks: ['From doors until half an hour after the last note. It is quietest during the support act.'],
    },
    {
      id: '5',
      title: 'Can I get in without Kiox?',
      blocks: ['Yes. What counts at the door is the code, on your phone or on paper. The printout is a souvenir.'],
    },
    {
      id: '6',
      title: 'Can I buy tickets from Kiox?',
      blocks: ['No. Kiox prints what was bought here in the shop. Any remaining tickets are sold at the box office.'],
    },
    {
      id: '7',
      title: 'Is the printout valid a second time?',
      blocks: [
        'No. The code and the printout belong together: only one of them opens the door, and only once. Don’t pass the printout on until you have been inside.',
      ],
    },
    {
      id: '8',
      title: 'The machine won’t read my code.',
      blocks: [
        'Turn up your phone’s brightness and enlarge the code. If that doesn’t help, ask at the desk next to the machine: they can print your ticket for you.',
      ],
    },
    {
      id: '9',
      title: 'What does Kiox store about me?',
      blocks: ['Only that this code was printed, and when. The machine knows no names or addresses.'],
    },
  ],
}

export const PACKAGE: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: '1',
      title: 'Was ist im Paket?',
      blocks: [
        'Alles, was auf der Seite des Pakets steht: meist ein Ticket und ein Stück Merch. Kostet es weniger als die Teile einzeln, steht dort, wie viel du sparst.',
      ],
    },
    {
      id: '2',
      title: 'Kann ich Teile des Pakets weglassen oder tauschen?',
      blocks: ['Größe und Show wählst du selbst. Andere Teile tauschen wir nicht; einzeln findest du sie im Shop.'],
    },
    {
      id: '3',
      title: 'Kommt alles zusammen?',
      blocks: [
        'Das Ticket kommt per E-Mail, sobald du bezahlt hast. Das Merch schicken wir zu dem Tag, der beim Paket steht.',
      ],
    },
    {
      id: '4',
      title: 'Wie viele Pakete kann ich kaufen?',
      blocks: [
        'Je Bestellung eines für jedes Ticket, das die Show erlaubt. Für mehr legst du das Paket ein zweites Mal in den Warenkorb.',
      ],
    },
    {
      id: '5',
      title: 'Kann ich das Paket zurückgeben?',
      blocks: [
        'Das Merch ja, 14 Tage lang. Das Ticket nicht, weil es für einen festen Termin gilt (§ 312g Abs. 2 Nr. 9 BGB). Wir erstatten dann den Anteil des Merchs am Paketpreis.',
      ],
    },
    {
      id: '6',
      title: 'Was ist, wenn die Show ausfällt?',
      blocks: [
        'Dann bekommst du das Ticket erstattet und entscheidest, ob du das Merch behältst oder auch zurückgibst.',
      ],
    },
  ],
  en: [
    {
      id: '1',
      title: 'What is in the bundle?',
      blocks: [
        'Everything that its page lists: usually a ticket and a piece of merch. If it costs less than its parts, the page says how much you save.',
      ],
    },
    {
      id: '2',
      title: 'Can I leave parts out or swap them?',
      blocks: [
        'You choose the size and the show. Other parts can’t be swapped, but you’ll find them individually in the shop.',
      ],
    },
    {
      id: '3',
      title: 'Does it all come together?',
      blocks: ['The ticket comes by email once you have paid. The merch ships by the day given with the bundle.'],
    },
    {
      id: '4',
      title: 'How many bundles can I buy?',
      blocks: ['As many per order as the show allows tickets. For more, add the bundle to your cart a second time.'],
    },
    {
      id: '5',
      title: 'Can I return the bundle?',
      blocks: [
        'The merch, yes, for 14 days. The ticket, no, because it is for a fixed date (section 312g (2) no. 9 of the German Civil Code). We then refund the merch’s share of the bundle price.',
      ],
    },
    {
      id: '6',
      title: 'What if the show is cancelled?',
      blocks: ['You get a refund for the ticket and decide whether to keep the merch or return it too.'],
    },
  ],
}

export const PICK_UP: InBothLanguages<Chapter[]> = {
  de: [
    {
      id: '1',
      title: 'Was heißt „nur Abholung“?',
      blocks: [
        'Diese Artikel verschicken wir nicht. Du bestellst und bezahlst hier und holst sie bei der Show am Merch-Stand ab.',
      ],
    },
    {
      id: '2',
      title: 'Was bringe ich zur Abholung mit?',
      blocks: [
        'Die Bestellnummer aus deiner Bestätigung, auf dem Handy oder auf Papier. Einen Ausweis brauchst du nur bei Artikeln ab 18.',
      ],
    },
    {
      id: '3',
      title: 'Wann und wo kann ich abholen?',
      blocks: [
        'Am Merch-Stand, vom Einlass bis eine halbe Stunde nach der Show. Es gibt eine eigene Schlange für Abholungen.',
      ],
    },
    {
      id: '4',
      title: 'Ich kann doch nicht kommen. Was nun?',
      blocks: [
        'Wer deine Bestellnummer hat, kann für dich abholen. Geht das nicht, schreib uns bis drei Tage nach der Show: Wir erstatten den Preis.',
      ],
    },
    {
      id: '5',
      title: 'Die Größe passt nicht. Kann ich tauschen?',
      blocks: ['Direkt am Stand, solange deine Größe da ist. Später gilt das Widerrufsrecht, 14 Tage ab Abholung.'],
    },
  ],
  en: [
    {
      id: '1',
      title: 'What does “pick-up only” mean?',
      blocks: ['We don’t ship these items. You order and pay here, and pick them up at the merch stand at the show.'],
    },
    {
      id: '2',
      title: 'What do I bring?',
      blocks: [
        'The order number from your confirmation, on your phone or on paper. You only need ID for items for over-18s.',
      ],
    },
    {
      id: '3',
      title: 'When and where can I pick up?',
      blocks: [
        'At the merch stand, from doors until half an hour after the show. There is a separate queue for pick-ups.',
      ],
    },
    {
      id: '4',
      title: 'I can’t come after all. What now?',
      blocks: [
        'Anyone who has your order number can pick up for you. If that isn’t possible, write to us within three days of the show, and we’ll refund the price.',
      ],
    },
    {
      id: '5',
      title: 'The size is wrong. Can I swap it?',
      blocks: [
        'Yes, right at the stand, as long as your size is there. After that, you can withdraw within 14 days of picking up.',
      ],
    },
  ],
}
