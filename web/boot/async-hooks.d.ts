/** The part of Node's module that workerd has and the server's render uses; the web's code knows no other of Node's types. */
declare module 'node:async_hooks' {
  export class AsyncLocalStorage<Store> {
    getStore(): Store | undefined
    run<Result>(store: Store, work: () => Result): Result
  }
}
