/** A wallet's company is unreachable, cannot answer, or refuses the request. The same request may succeed later. */
export class WalletOutage extends Error {
  constructor(company: 'Apple' | 'Google', reason: string) {
    super(`${company} Wallet: ${reason}`)
    this.name = 'WalletOutage'
  }
}
