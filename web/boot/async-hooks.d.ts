/** Types for the part of Node's `async_hooks` that the server renderer uses. The web code has no other types of Node. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
