/** Loads the seat maps of events. A file that several events name is read, repaired and reported only once. */
import { readFile } from 'node:fs/promises'
import { messageOf } from '../../domain/text/error-message.ts'
import { type Build, reportFault } from '../build.ts'
import type { Entry, EventValue } from '../catalogue.ts'
import { materialPath } from '../material.ts'
import { readRoom } from './read-room.ts'
import { describeDefect, type Room, roomDefects } from './room.ts'

export function roomLoader(build: Build) {
  const rooms = new Map<string, Promise<Room | null>>()
  return {
    /** Returns null if the event has no seat map, or if its file cannot be read. */
    async load({ value, origin }: Entry<EventValue>): Promise<Room | null> {
      if (!value.seatMap) return null
      const file = materialPath(origin, value.seatMap.file)
      const shown = value.seatMap.file
      const fault = (message: string) => reportFault(build, origin, ['seatMap', 'file'], message)
      const loading = rooms.get(file) ?? loadRoom(build, file, shown, fault)
      if (file !== '') rooms.set(file, loading)
      return loading
    },
  }
}

async function loadRoom(
  build: Build,
  file: string,
  shown: string,
  fault: (message: string) => void,
): Promise<Room | null> {
  if (file === '') {
    fault(`expected a seat map at ${shown}; there is none in the catalogue's folder`)
    return null
  }
  let json: unknown
  try {
    json = JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    fault(`expected JSON in ${shown}: ${messageOf(error)}`)
    return null
  }
  const read = readRoom(json)
  if (!read.ok) {
    for (const message of read.messages) fault(`${shown}: ${message}`)
    return null
  }
  const { room } = read
  for (const note of room.notes) build.notes.push(`${shown}: ${note}`)
  for (const defect of roomDefects(room, build.repair)) {
    const described = `${shown} has ${describeDefect(defect)}`
    if (build.repair) build.notes.push(`${described}: repaired`)
    else
      fault(`${described}; expected none. --repair rounds sizes, names rows, renumbers seats and changes repeated ids`)
  }
  return room
}
