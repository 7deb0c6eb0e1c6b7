/** The privacy policy in both languages. */
import type { Chapter, InBothLanguages } from '../../../schema/texts/text.ts'

export const DATAPOLICY: InBothLanguages<Chapter[]> = {
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
        'Beim Aufruf einer Seite verarbeiten unsere Server deine IP-Adresse und technische Angaben deines Browsers, um dir die Seite zu schicken und Angriffe abzuwehren (Art. 6 Abs. 1 f DSGVO). Schriften, Bilder und Programme kommen von unseren eigenen Servern; kein Dritter erfährt, dass du hier bist. Ausnahmen sind die Prüfung, die unter „Wenn viele zugleich kommen“ steht, und das Bezahlen, das unter „Wenn du bestellst“ steht.',
        'Die Server betreibt Cloudflare in unserem Auftrag (Art. 28 DSGVO). Damit niemand Codes errät oder den Shop überlastet, begrenzen wir, was aus einem Netz in einer Minute kommen darf. Das Netz erkennen wir an deiner IP-Adresse, ohne sie länger als diese Minute zu behalten.',
        'Damit wir merken, wenn beim Bestellen etwas klemmt, zählt der Shop, wie oft der Warenkorb geöffnet, etwas hineingelegt, ein Schritt der Bestellung erreicht, bestellt und bezahlt wird. Gespeichert werden nur der Shop und der Name des Schritts, nichts über dich, und dein Browser legt dafür nichts ab (Art. 6 Abs. 1 f DSGVO).',
        'Videos der Bands liegen bei YouTube. Sie laden erst, wenn du sie startest; dann erfährt Google deine IP-Adresse.',
      ],
    },
    {
      id: 'statistik',
      title: 'Wenn du zustimmst: Statistik und Fehlerberichte',
      blocks: [
        'Beides gibt es nur, wenn du zustimmst (Art. 6 Abs. 1 a DSGVO, § 25 Abs. 1 TDDDG), und nur, wenn wir für diesen Shop eine Adresse dafür eingerichtet haben. Deine Wahl kannst du oben jederzeit ändern; dann wird sofort nichts mehr gesendet, auch aus anderen Tabs nicht.',
        'Statistik: Dein Browser meldet, welche Seite des Shops du aufrufst, in welcher Sprache, und welche der oben genannten Schritte du erreichst. Nummern von Bestellungen, Codes, Suchwörter und alles hinter dem Fragezeichen der Adresse streicht er vorher.',
        'Fehlerberichte: Geht in deinem Browser etwas schief, meldet er den Fehler, die Stelle in unserem Programm, die Seite und welche Artikel in welcher Menge im Warenkorb liegen. Adressen, Nummern, Codes und Zitate im Text des Fehlers ersetzt er vorher durch Platzhalter.',
        'Keine Meldung enthält Cookies, eine Kennung, deinen Namen, deine Anschrift oder deine E-Mail-Adresse; mehrere Meldungen lassen sich dir nicht zuordnen. Deine IP-Adresse ist zum Übertragen nötig und wird nicht gespeichert. Wir bewahren die Statistik 14 Monate auf und die Fehlerberichte sieben Tage.',
      ],
    },
    {
      id: 'andrang',
      title: 'Wenn viele zugleich kommen',
      blocks: [
        'Vor manchem Verkaufsstart gibt es einen Warteraum. Dein Platz darin ist eine zufällige Nummer, die an deinen Warenkorb gebunden ist; deinen Namen kennt der Warteraum nicht.',
        'Damit keine Programme die Tickets wegkaufen, kann der Shop vor dem Warteraum, vor Tickets und vor einer Überweisung prüfen lassen, ob ein Mensch vor dem Bildschirm sitzt. Dafür lädt dein Browser „Turnstile“ von Cloudflare. Cloudflare verarbeitet dann in unserem Auftrag deine IP-Adresse und Angaben über deinen Browser und sagt uns nur, ob die Prüfung bestanden ist (Art. 6 Abs. 1 f DSGVO, § 25 Abs. 2 TDDDG).',
      ],
    },
    {
      id: 'cookies',
      title: 'Was der Shop in deinem Browser ablegt',
      blocks: [
        'Cookies gehen mit deinen Anfragen an uns. Manche tragen im Browser den Vorsatz „__Host-“.',
        [
          'cart: welcher Warenkorb deiner ist. Für Skripte unlesbar, 30 Tage.',
          'visit: ein zufälliger Schlüssel deines Besuchs, wenn du in einen Warteraum kommst und noch keinen Warenkorb hast. Bis zum ersten Warenkorb, höchstens sieben Tage.',
          'place und der Name des Warteraums: dein Platz in der Schlange. Für Skripte unlesbar, eine Stunde nach deiner letzten Nachfrage.',
          'ask und der Name des Warteraums: wann du zuerst nach einem Platz gefragt hast, wenn gerade zu viele aus deinem Netz fragen. Für Skripte unlesbar, fünf Minuten.',
          'pass und der Name des Warteraums: dass du an der Reihe bist. Für Skripte unlesbar, 20 Minuten nach deinem letzten Klick, höchstens bis zur Bestellung.',
          'queue und der Name des Warteraums: wie viele vor dir waren, als du kamst. Eine Stunde.',
          'trial: ob dein Browser Cookies behält, wenn du etwas in den Warenkorb legst oder in der Schlange wartest. Eine Minute.',
          'bot-check: dass du die Prüfung bestanden hast. Für Skripte unlesbar, einen Tag.',
          'presale_ und das Konzert: dass du den Code für den frühen Vorverkauf kennst. Für Skripte unlesbar, bis du den Browser schließt.',
          'access_ und der Name des Shops: dass du den Code dieses geschützten Shops kennst. Für Skripte unlesbar, 200 Tage.',
          'discount_ und der Name des Shops: dass du einen Rabattcode dieses Shops kennst. Für Skripte unlesbar, 200 Tage.',
          'checkout_ und der Name des Shops: was du beim Bestellen schon ausgefüllt hast. Bis zur Bestellung, höchstens 30 Tage.',
          'locale: ob du Deutsch oder Englisch liest. Ein Jahr.',
          'tracking: ob du Statistik und Fehlerberichte erlaubt hast. 356 Tage, wenn du sie erlaubt hast, sonst zehn Tage.',
          'consent_bar: dass du die Frage danach geschlossen hast, ohne zu antworten. Sieben Tage.',
        ],
        'Anderes merkt sich dein Browser im eigenen Speicher. Davon bekommen wir nur den Schlüssel des Besuchs und den Code, den du eingibst:',
        [
          'visit: der Schlüssel deines Besuchs, derselbe wie im Cookie oder ein eigener, zufälliger. Er geht mit jeder deiner Aktionen mit (x-visit), damit aus den ersten Klicks ein einziger Warenkorb wird, auch in zwei Tabs und bei langsamer Verbindung. Er gilt eine Stunde.',
          'queue: dass du in einem Warteraum stehst. Bis du den Tab schließt.',
          'presale-code und das Konzert: der Code, den du für den frühen Vorverkauf eingegeben hast. Bis du den Tab schließt.',
          'over_18: dass du dein Alter bestätigt hast. Bis du den Tab schließt.',
          'newsletter_popup: dass du das Newsletter-Fenster geschlossen hast. Bis du den Tab schließt oder, wenn du es nicht mehr sehen willst, bis du es löschst.',
          'snow: dass du den Schnee angehalten hast. Bis du ihn wieder fallen lässt.',
        ],
        'All das ist nötig für das, was du im Shop tust oder einstellst; dafür braucht es keine Einwilligung (§ 25 Abs. 2 TDDDG). Löschen kannst du es jederzeit in deinem Browser.',
      ],
    },
    {
      id: 'bestellung',
      title: 'Wenn du bestellst',
      blocks: [
        'Wir speichern Namen, Adressen, E-Mail und was du bestellt hast, um den Vertrag zu erfüllen (Art. 6 Abs. 1 b DSGVO), und heben Rechnungsdaten so lange auf, wie das Steuerrecht es verlangt. Personenbezogene Daten liegen auf Servern in der Europäischen Union.',
        'Deine Daten bekommen nur, die sie brauchen: der Versanddienst für das Paket, der Zahlungsdienst deiner Wahl für die Zahlung, der Veranstalter für personalisierte Tickets. Die Nummer deiner Karte sehen wir nie.',
        'Zahlungsdienste sind Stripe (Karte, Apple Pay, Google Pay, Link), Klarna oder deine Bank über Stripe (Sofortüberweisung), PayPal und bei Vorkasse deine Bank. Sie bekommen die Bestellnummer, den Betrag und, was sie sonst zur Zahlung brauchen, und sind für ihre Verarbeitung selbst verantwortlich (Art. 6 Abs. 1 b DSGVO). Löst du einen Gutschein ein, prüfen wir seinen Code; stammt er von einem anderen Anbieter, fragen wir ihn.',
        'Nur in der Kasse und auf der Seite zum späteren Bezahlen, und nur wenn der Shop diese Zahlungsarten anbietet, lädt dein Browser Programme von Stripe und PayPal. Beide erfahren dann deine IP-Adresse und Angaben über deinen Browser und können dort zum Schutz vor Betrug eigene Cookies und Einträge anlegen, zum Beispiel __stripe_mid (ein Jahr), __stripe_sid (30 Minuten) und __paypal_storage__. Ohne sie geht das Bezahlen damit nicht (§ 25 Abs. 2 TDDDG).',
        'Was du beim Bestellen schon eingetippt hast, speichern wir auch zu deinem Warenkorb, damit du nach einem Neuladen, in einem anderen Tab oder auf einem anderen Gerät weitermachen kannst. Der Link dafür gilt einen Tag. Gelöscht wird es mit der Bestellung, oder wenn deine Sitzung 20 Minuten nach deinem letzten Besuch endet.',
        'Zahlst du mit Karte, nennt uns Stripe ein Kennzeichen der Karte, aus dem niemand ihre Nummer lesen kann. Auch dieses Kennzeichen speichern wir nicht, sondern nur einen Wert, den wir mit einem geheimen Schlüssel daraus berechnen. Er zeigt uns, wenn mit einer Karte mehr Tickets gekauft werden, als ein Konzert erlaubt (Art. 6 Abs. 1 f DSGVO), und wird zusammen mit deiner E-Mail-Adresse gelöscht.',
        'Was wir zu einer Bestellung speichern, löscht der Shop von selbst:',
        [
          'Das Netz, aus dem du bestellt hast (unkenntlich gemacht; es begrenzt massenhafte Bestellungen ohne Zahlung): nach einem Tag.',
          'Eine falsche E-Mail-Adresse, die du nach dem Bestellen korrigiert hast: nach 90 Tagen.',
          'Namen auf personalisierten Tickets, bei manchen Konzerten auch Anschrift und Telefonnummer, und deine Angaben beim Check-in: 28 Tage nach der Veranstaltung.',
          'Anfragen an unseren Kundenservice mit deinen Fotos und unseren Antworten: 28 Tage nachdem wir die Anfrage abgeschlossen haben. Ein Foto, das du hochgeladen, aber nicht abgeschickt hast: nach einem Tag.',
          'E-Mail, Lieferadresse und Namen einer bezahlten Bestellung: drei volle Jahre nach dem Jahr der Zahlung oder der letzten Erstattung, denn so lange kannst du Ansprüche geltend machen (§§ 195, 199 BGB). Findet ein Konzert daraus erst später statt: bis 28 Tage danach.',
          'E-Mail, Lieferadresse und Namen einer ganz erstatteten Bestellung: 90 Tage nach der letzten Erstattung.',
          'Alles über dich bei einer stornierten Bestellung, für die wir kein Geld von dir haben: 30 Tage nach der Stornierung.',
          'Name und Adresse auf der Rechnung: acht volle Jahre nach dem Jahr der Zahlung oder der letzten Erstattung (§ 147 AO, § 14b UStG).',
        ],
        'Ist dann noch eine Erstattung offen, warten wir mit E-Mail und Adressen, bis sie bei dir ist.',
      ],
    },
    {
      id: 'newsletter',
      title: 'Newsletter',
      blocks: [
        'Den Newsletter bekommst du nur, wenn du ihn bestellst und deine Anmeldung per Mail bestätigst. Jede Ausgabe hat unten einen Link, mit dem du dich abmeldest.',
        'Meldest du dich beim Bestellen an, merken wir uns deine Adresse und den Tag als Nachweis (Art. 7 Abs. 1 DSGVO), drei volle Jahre nach dem Jahr der Anmeldung.',
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
        'When you open a page, our servers process your IP address and technical details of your browser in order to send you the page and to fend off attacks (Art. 6 (1) f GDPR). Fonts, images and programs come from our own servers; no third party learns that you are here. The exceptions are the check described under “When many come at once” and paying, described under “When you order”.',
        'The servers are run by Cloudflare on our behalf (Art. 28 GDPR). To keep anybody from guessing codes or overloading the shop, we limit what may come from one network in a minute. We recognise the network by your IP address, without keeping it longer than that minute.',
        'To notice when something sticks at checkout, the shop counts how often the cart is opened, something is added to it, a step of the checkout is reached, an order is placed and paid. Only the shop and the name of the step are stored, nothing about you, and your browser keeps nothing for it (Art. 6 (1) f GDPR).',
        'The bands’ videos are on YouTube. They load only when you start them; Google then learns your IP address.',
      ],
    },
    {
      id: 'statistik',
      title: 'If you agree: statistics and error reports',
      blocks: [
        'Both exist only if you agree (Art. 6 (1) a GDPR, § 25 (1) TDDDG), and only if we have set up an address for them in this shop. You can change your choice above at any time; from then on nothing more is sent, not from other tabs either.',
        'Statistics: your browser reports which page of the shop you open, in which language, and which of the steps named above you reach. Before that, it strikes out order numbers, codes, search words and everything after the question mark of the address.',
        'Error reports: if something goes wrong in your browser, it reports the error, the place in our program, the page, and which items are in the cart in which quantity. Before that, it replaces addresses, numbers, codes and quotations in the error’s text with placeholders.',
        'No report contains cookies, an identifier, your name, your address or your e-mail; several reports cannot be connected to you. Your IP address is needed for the transfer and is not stored. We keep the statistics for 14 months and the error reports for seven days.',
      ],
    },
    {
      id: 'andrang',
      title: 'When many come at once',
      blocks: [
        'Some sales start with a waiting room. Your place in it is a random number that is tied to your cart; the waiting room does not know your name.',
        'To keep programs from buying up the tickets, the shop may check that you are human before the waiting room, before tickets and before a bank transfer. Your browser then loads “Turnstile” from Cloudflare. On our behalf, Cloudflare processes your IP address and details of your browser, and tells us only whether you passed (Art. 6 (1) f GDPR, § 25 (2) TDDDG).',
      ],
    },
    {
      id: 'cookies',
      title: 'What the shop keeps in your browser',
      blocks: [
        'Cookies are sent to us with your requests. In the browser, some of their names begin with “__Host-”.',
        [
          'cart: which cart is yours. Not readable by scripts, 30 days.',
          'visit: a random key of your visit, when you come to a waiting room and have no cart yet. Until you have a cart, seven days at most.',
          'place and the name of the waiting room: your place in line. Not readable by scripts, one hour after you last asked.',
          'ask and the name of the waiting room: when you first asked for a place, if too many were asking from your network just then. Not readable by scripts, five minutes.',
          'pass and the name of the waiting room: that it is your turn. Not readable by scripts, 20 minutes after your last click, and no longer than until you order.',
          'queue and the name of the waiting room: how many were ahead of you when you came. One hour.',
          'trial: whether your browser keeps cookies when you add something to the cart or wait in line. One minute.',
          'bot-check: that you passed the check. Not readable by scripts, one day.',
          'presale_ and the concert: that you know the code for the early sale. Not readable by scripts, until you close the browser.',
          'access_ and the name of the shop: that you know the code of this protected shop. Not readable by scripts, 200 days.',
          'discount_ and the name of the shop: that you know a discount code of this shop. Not readable by scripts, 200 days.',
          'checkout_ and the name of the shop: what you have already filled in at checkout. Until you order, 30 days at most.',
          'locale: whether you read German or English. One year.',
          'tracking: whether you allowed statistics and error reports. 356 days if you allowed them, otherwise ten days.',
          'consent_bar: that you closed the question about it without an answer. Seven days.',
        ],
        'Your browser remembers other things in its own storage. Of these we only get the key of the visit and the code that you enter:',
        [
          'visit: the key of your visit, the same as in the cookie or a random one of its own. It goes with everything you do (x-visit), so that your first clicks make one single cart, even in two tabs and on a slow connection. It is good for one hour.',
          'queue: that you are in a waiting room. Until you close the tab.',
          'presale-code and the concert: the code you entered for the early sale. Until you close the tab.',
          'over_18: that you confirmed your age. Until you close the tab.',
          'newsletter_popup: that you closed the newsletter window. Until you close the tab or, if you do not want to see it again, until you delete it.',
          'snow: that you stopped the snow. Until you let it fall again.',
        ],
        'All of this is needed for what you do or set in the shop, so it needs no consent (§ 25 (2) TDDDG). You can delete it in your browser at any time.',
      ],
    },
    {
      id: 'bestellung',
      title: 'When you order',
      blocks: [
        'We store names, addresses, e-mail and what you ordered in order to fulfil the contract (Art. 6 (1) b GDPR), and keep invoice data as long as tax law demands. Personal data is kept on servers in the European Union.',
        'Only those who need your data get it: the carrier for the parcel, the payment provider of your choice for the payment, the promoter for personalised tickets. We never see the number of your card.',
        'The payment providers are Stripe (card, Apple Pay, Google Pay, Link), Klarna or your bank through Stripe (instant bank transfer), PayPal, and your bank if you pay in advance. They get the order number, the amount and whatever else they need for the payment, and are themselves responsible for what they do with it (Art. 6 (1) b GDPR). If you redeem a voucher, we check its code; if another company issued it, we ask that company.',
        'Only at checkout and on the page for paying later, and only if the shop offers these ways to pay, does your browser load programs from Stripe and PayPal. Both then learn your IP address and details of your browser and may create cookies and entries of their own there to prevent fraud, such as __stripe_mid (one year), __stripe_sid (30 minutes) and __paypal_storage__. Paying with them does not work without these (§ 25 (2) TDDDG).',
        'What you have already typed at checkout is also stored with your cart, so that you can carry on after a reload, in another tab or on another device. The link for this is valid for one day. It is deleted when you order, or when your session ends, 20 minutes after your last visit.',
        'If you pay by card, Stripe gives us an identifier of the card from which nobody can read its number. We do not store that identifier either, only a value that we compute from it with a secret key. It shows us when more tickets are bought with one card than a concert allows (Art. 6 (1) f GDPR), and it is deleted together with your e-mail address.',
        'The shop deletes by itself what we keep about an order:',
        [
          'The network you ordered from (made unreadable; it limits mass orders without payment): after one day.',
          'A wrong e-mail address that you corrected after ordering: after 90 days.',
          'Names on personalised tickets, for some concerts also addresses and phone numbers, and your answers at check-in: 28 days after the event.',
          'Requests to our customer service, with your photos and our answers: 28 days after we have completed the request. A photo that you uploaded but did not send: after one day.',
          'E-mail, delivery address and names of a paid order: three full years after the year of payment or of the last refund, because you may make claims until then (§§ 195, 199 BGB). If one of its concerts is still later: until 28 days after it.',
          'E-mail, delivery address and names of an order that was refunded in full: 90 days after the last refund.',
          'Everything about you in a cancelled order for which we have no money of yours: 30 days after the cancellation.',
          'Name and address on the invoice: eight full years after the year of payment or of the last refund (§ 147 AO, § 14b UStG).',
        ],
        'If a refund is still open then, we keep e-mail and addresses until you have it.',
      ],
    },
    {
      id: 'newsletter',
      title: 'Newsletter',
      blocks: [
        'You only get the newsletter if you ask for it and confirm by mail. Each issue has a link at the bottom to unsubscribe.',
        'If you sign up while ordering, we keep your address and the day as proof (Art. 7 (1) GDPR), for three full years after the year in which you signed up.',
      ],
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
