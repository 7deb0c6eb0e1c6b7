/** The general terms, in German only, because the German text is the binding one (PAGE-01). */
import { TERMS_CHAPTERS, type TermsChapter } from '../../../schema/texts/terms-chapters.ts'
import type { Chapter } from '../../../schema/texts/text.ts'

const TEXTS: Record<TermsChapter, Omit<Chapter, 'id'>> = {
  geltung: {
    title: '1. Geltung und Vertragspartner',
    blocks: [
      'Diese Bedingungen gelten für alle Bestellungen in den Shops der Stagedoor GmbH, Lampenweg 7, 20359 Hamburg („wir“). Das umfasst den Hauptshop und die Shops der Bands, die wir betreiben.',
      'Merch kaufst du von uns. Bei Tickets sind wir Vermittler: Wir handeln im Namen und auf Rechnung des Veranstalters, der auf der Seite der Veranstaltung genannt ist. Mit ihm kommt der Vertrag über den Besuch zustande, und er ist für die Durchführung verantwortlich.',
    ],
  },
  vertragsschluss: {
    title: '2. Vertragsschluss',
    blocks: [
      'Die Darstellung im Shop ist kein bindendes Angebot, sondern eine Aufforderung zu bestellen. Mit „Zahlungspflichtig bestellen“ gibst du ein bindendes Angebot ab. Vorher kannst du im Schritt „Prüfen und bestellen“ alle Angaben sehen und ändern.',
      'Den Eingang bestätigen wir sofort per E-Mail. Der Vertrag kommt zustande, wenn wir die Bestellung annehmen, spätestens mit dem Versand der Ware oder der Tickets. Den Vertragstext speichern wir; du bekommst ihn mit der Bestätigung. Vertragssprache ist Deutsch.',
      'Legst du Tickets in den Warenkorb, sind die Plätze für die angezeigte Zeit reserviert. Eine Reservierung ist noch kein Vertrag und verfällt mit Ablauf der Zeit.',
    ],
  },
  preise: {
    title: '3. Preise und Versand',
    blocks: [
      'Alle Preise enthalten die gesetzliche Mehrwertsteuer. Versandkosten kommen hinzu und stehen im Warenkorb, bevor du bestellst. Bei Lieferungen außerhalb der EU können Zölle und Einfuhrabgaben anfallen, die du trägst.',
      'Steht ein früherer Preis durchgestrichen da, nennen wir daneben den niedrigsten Preis der 30 Tage vor der Ermäßigung.',
    ],
  },
  zahlung: {
    title: '4. Zahlung',
    blocks: [
      'Welche Zahlungsarten möglich sind, siehst du beim Bestellen. Bei Vorkasse ist der Betrag bis zu dem Tag fällig, der in der Bestätigung steht: mindestens sieben Tage nach der Bestellung. Geht er bis dahin nicht ein, heben wir die Bestellung auf und geben Plätze und Ware wieder frei.',
      'Geht eine Zahlung erst danach ein, führen wir die Bestellung aus, soweit Plätze und Ware noch da sind; sonst erstatten wir den Betrag.',
    ],
  },
  lieferung: {
    title: '5. Lieferung und Eigentum',
    blocks: [
      'Lagerware verschicken wir innerhalb von drei Werktagen nach Zahlungseingang. Vorbestellungen verschicken wir zu dem Tag, der beim Artikel steht; enthält eine Bestellung beides, geht alles zusammen zum spätesten Tag raus.',
      'Die Ware bleibt bis zur vollständigen Bezahlung unser Eigentum.',
    ],
  },
  widerruf: {
    title: '6. Widerrufsrecht für Merch',
    blocks: [
      'Als Verbraucherin oder Verbraucher hast du das Recht, binnen 14 Tagen ohne Angabe von Gründen einen Vertrag über Merch zu widerrufen. Die Frist beginnt an dem Tag, an dem du oder eine von dir benannte Person die letzte Ware in Besitz genommen hat.',
      'Um zu widerrufen, genügt eine eindeutige Erklärung: am einfachsten über den Link „Vertrag widerrufen“ am Ende jeder Seite, oder etwa per Brief an die Stagedoor GmbH, Lampenweg 7, 20359 Hamburg, oder per E-Mail an widerruf@stagedoor.example. Zur Wahrung der Frist reicht es, die Mitteilung vor ihrem Ablauf abzusenden.',
      'Wenn du widerrufst, zahlen wir dir alle Zahlungen einschließlich der Kosten der günstigsten Standardlieferung binnen 14 Tagen zurück, auf demselben Weg, auf dem du bezahlt hast. Wir können die Rückzahlung verweigern, bis wir die Ware zurückhaben oder du nachweist, dass du sie abgeschickt hast. Du schickst die Ware binnen 14 Tagen zurück und trägst die unmittelbaren Kosten der Rücksendung. Ab einem Warenwert von 40,00 € erstatten wir dir diese Kosten.',
      'Bei Artikeln, die du per E-Mail bekommst, beginnt die Frist mit dem Kauf. Einen Gutschein kannst du nur widerrufen, solange du ihn nicht eingelöst hast. Das Widerrufsrecht besteht nicht bei Artikeln und Gutscheinen, die nach deinen Angaben angefertigt oder beschriftet wurden, und erlischt bei versiegelten Ton- und Bildträgern, wenn du die Versiegelung nach der Lieferung entfernt hast.',
    ],
  },
  'muster-widerrufsformular': {
    title: 'Muster-Widerrufsformular',
    blocks: [
      'Wenn du den Vertrag widerrufen willst, kannst du dieses Formular ausfüllen und zurücksenden. Vorgeschrieben ist es nicht.',
      [
        'An die Stagedoor GmbH, Lampenweg 7, 20359 Hamburg, widerruf@stagedoor.example:',
        'Hiermit widerrufe(n) ich/wir (*) den von mir/uns (*) abgeschlossenen Vertrag über den Kauf der folgenden Waren (*)',
        'Bestellt am (*) / erhalten am (*)',
        'Bestellnummer',
        'Name und Anschrift des/der Verbraucher(s)',
        'Unterschrift (nur bei Mitteilung auf Papier), Datum',
      ],
      '(*) Unzutreffendes streichen.',
    ],
  },
  tickets: {
    title: '7. Tickets',
    blocks: [
      'Für Tickets zu Veranstaltungen mit festem Termin besteht kein Widerrufsrecht (§ 312g Abs. 2 Nr. 9 BGB). Jede Ticketbestellung ist mit ihrer Bestätigung bindend.',
      'Fällt eine Veranstaltung aus, erstatten wir im Namen des Veranstalters den Ticketpreis. Wird sie verlegt, behält das Ticket seine Gültigkeit; kannst du am neuen Termin nicht, gelten die gesetzlichen Rechte.',
      'Du darfst Tickets privat weitergeben, aber nicht gewerblich oder über dem Kaufpreis verkaufen. Bei personalisierten Tickets ist der Einlass an den Namen gebunden. Bis zur Frist des Veranstalters kannst du den Namen auf der Seite deiner Bestellung ändern; verlangt der Veranstalter dafür eine Gebühr, steht sie dort.',
      'Personalisierte Tickets müssen auf die echten Namen verschiedener Personen lauten. Steht ein Name auf mehreren Tickets einer Bestellung, kann der Veranstalter vom Vertrag über diese Tickets zurücktreten. Das gilt nicht für Gruppentickets, für die wir nur den Namen der Gruppe erfragen.',
      'Eine Ticketnummer berechtigt einmal zum Einlass. Gib sie nicht weiter und zeig sie nicht auf Fotos.',
    ],
  },
  gewaehrleistung: {
    title: '8. Mängel und Haftung',
    blocks: [
      'Bei Mängeln gelten die gesetzlichen Rechte. Melde dich am besten gleich mit einem Foto, dann finden wir schnell eine Lösung.',
      'Wir haften unbeschränkt bei Vorsatz und grober Fahrlässigkeit, bei Verletzung von Leben, Körper und Gesundheit und nach dem Produkthaftungsgesetz. Bei leichter Fahrlässigkeit haften wir nur für die Verletzung wesentlicher Vertragspflichten, begrenzt auf den vorhersehbaren, typischen Schaden.',
    ],
  },
  jugendschutz: {
    title: '9. Jugendschutz',
    blocks: [
      'Artikel und Veranstaltungen mit Altersgrenze verkaufen wir nur an Personen, die das angegebene Alter erreicht haben. Beim Versand kann das Alter bei der Übergabe geprüft werden.',
    ],
  },
  schluss: {
    title: '10. Schluss',
    blocks: [
      'Es gilt deutsches Recht; zwingende Vorschriften des Landes, in dem du deinen gewöhnlichen Aufenthalt hast, bleiben unberührt.',
      'Wir sind nicht verpflichtet und nicht bereit, an einem Streitbeilegungsverfahren vor einer Verbraucherschlichtungsstelle teilzunehmen. Am liebsten klären wir alles direkt mit dir: hallo@stagedoor.example.',
      'Stand: November 2026',
    ],
  },
}

export const TERMS: Chapter[] = TERMS_CHAPTERS.map((id) => ({ id, ...TEXTS[id] }))
