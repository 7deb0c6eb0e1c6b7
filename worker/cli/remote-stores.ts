/**
 * The deployed database and bucket, through Cloudflare's HTTP API. D1's `query` runs a `batch` in one transaction. R2 takes
 * one object per request. The environment contains the account and the token. wrangler.toml names the bucket and the
 * database, but CLOUDFLARE_D1_DATABASE_ID may name another database.
 */
import type { AskClaims, ImportTarget, Row } from '../import/target.ts'

const API = 'https://api.cloudflare.com/client/v4'
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type RemoteSettings = {
  accountId: string
  token: string
  databaseId: string
  bucket: string
  /** R2's jurisdiction, such as "eu"; empty if there is none. */
  jurisdiction: string
  /** The API's address, for tests. */
  api?: string
}

/** Reads the environment and wrangler.toml; throws an Error that says what is missing. */
export async function remoteSettings(environment: NodeJS.ProcessEnv, configPath: string): Promise<RemoteSettings> {
  const { unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: configPath })
  const [database] = config.d1_databases
  const [bucket] = config.r2_buckets
  const databaseId = environment.CLOUDFLARE_D1_DATABASE_ID ?? database?.database_id ?? ''
  const missing = [
    environment.CLOUDFLARE_ACCOUNT_ID ? null : 'CLOUDFLARE_ACCOUNT_ID',
    environment.CLOUDFLARE_API_TOKEN ? null : 'CLOUDFLARE_API_TOKEN',
    UUID.test(databaseId) ? null : "the database's UUID (database_id in wrangler.toml, or CLOUDFLARE_D1_DATABASE_ID)",
    bucket?.bucket_name ? null : 'an R2 bucket in wrangler.toml',
  ].filter((name) => name !== null)
  if (missing.length > 0) throw new Error(`--remote needs ${missing.join(', ')}`)
  return {
    accountId: environment.CLOUDFLARE_ACCOUNT_ID ?? '',
    token: environment.CLOUDFLARE_API_TOKEN ?? '',
    databaseId,
    bucket: bucket?.bucket_name ?? '',
    jurisdiction: bucket?.jurisdiction ?? '',
    ...(environment.CLOUDFLARE_API_BASE_URL ? { api: environment.CLOUDFLARE_API_BASE_URL } : {}),
  }
}

/** `claims` asks the deployed shop, because only its worker can read its Durable Objects. */
export function remoteTarget(settings: RemoteSettings, claims: AskClaims): ImportTarget {
  const account = `${settings.api ?? API}/accounts/${settings.accountId}`
  const authorization = { authorization: `Bearer ${settings.token}` }
  const query = async (body: unknown): Promise<Row[]> => {
    const response = await fetch(`${account}/d1/database/${settings.databaseId}/query`, {
      method: 'POST',
      headers: { ...authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as {
      success: boolean
      errors?: { message: string }[]
      result?: { results: Row[] }[]
    }
    if (!answer.success)
      throw new Error(`D1: ${answer.errors?.map(({ message }) => message).join('; ') || response.status}`)
    return answer.result?.[0]?.results ?? []
  }
  const object = (key: string, init: RequestInit & { headers?: Record<string, string> }) =>
    fetch(`${account}/r2/buckets/${settings.bucket}/objects/${key}`, {
      ...init,
      headers: {
        ...authorization,
        ...(settings.jurisdiction === '' ? {} : { 'cf-r2-jurisdiction': settings.jurisdiction }),
        ...init.headers,
      },
    })
  return {
    d1: {
      query: (sql, params = []) => query({ sql, params }),
      async batch(statements) {
        await query({ batch: statements })
      },
    },
    bucket: {
      async has(key) {
        const response = await object(key, { method: 'GET' })
        await response.body?.cancel()
        if (response.status === 404) return false
        if (!response.ok) throw new Error(`R2: reading ${key} answered ${response.status}`)
        return true
      },
      async read(key) {
        const response = await object(key, { method: 'GET' })
        const bytes = new Uint8Array(await response.arrayBuffer())
        if (response.status === 404) return null
        if (!response.ok) throw new Error(`R2: reading ${key} answered ${response.status}`)
        return bytes
      },
      async put(key, bytes, { contentType, cacheControl }) {
        const response = await object(key, {
          method: 'PUT',
          body: new Uint8Array(bytes),
          headers: { 'content-type': contentType, 'cache-control': cacheControl },
        })
        if (!response.ok) throw new Error(`R2: writing ${key} answered ${response.status}`)
      },
    },
    claims,
  }
}
