/** The part of Node's module that workerd implements and the server renderer uses. The web has no other types of Node. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
