import type { ClientLedger } from '../client-ledger.ts'

const settings = 'client > speaks with the transport, the words and the times it was given'
const standing = 'client > says how it stands'
const lost = 'client > comes back by itself after the socket was lost, asking for what it now wants'
const connects = 'client > connects, says so, and disconnects'

/** What is shown of every method and property of the client for realtime. */
export const ledger: ClientLedger = {
  'RealtimeClient.channel': { works: ['broadcast > from protocol %s reaches others in %s'] },
  'RealtimeClient.connect': {
    works: [connects, 'tokens > with a key in the query opens a socket'],
  },
  'RealtimeClient.connectionState': { works: [connects] },
  'RealtimeClient.decode': { works: [settings] },
  'RealtimeClient.disconnect': {
    works: [connects, 'presence > ends by untrack, by leaving and by a lost socket'],
  },
  'RealtimeClient.encode': { works: [settings] },
  'RealtimeClient.endPoint': { works: [settings] },
  'RealtimeClient.endpointURL': { works: [connects] },
  'RealtimeClient.getChannels': { works: ['client > removes one channel or all of them'] },
  'RealtimeClient.hasLogger': { works: [settings] },
  'RealtimeClient.heartbeatCallback': { works: [settings] },
  'RealtimeClient.heartbeatIntervalMs': { works: [settings] },
  'RealtimeClient.heartbeatTimer': { works: [settings] },
  'RealtimeClient.isConnected': { works: [connects] },
  'RealtimeClient.isConnecting': { works: [connects] },
  'RealtimeClient.isDisconnecting': { works: [connects] },
  'RealtimeClient.log': { works: [settings] },
  'RealtimeClient.onHeartbeat': { works: ['client > hears its heartbeats answered in %s'] },
  'RealtimeClient.pendingHeartbeatRef': { works: [settings] },
  'RealtimeClient.push': { works: ['client > pushes frames of its own making'] },
  'RealtimeClient.reconnectAfterMs': { works: [settings, lost] },
  'RealtimeClient.reconnectTimer': { works: [lost] },
  'RealtimeClient.removeAllChannels': { works: ['client > removes one channel or all of them'] },
  'RealtimeClient.removeChannel': {
    works: [
      'client > removes one channel or all of them',
      'broadcast > a client that joins, leaves and joins again receives again',
    ],
  },
  'RealtimeClient.sendBuffer': { works: [settings] },
  'RealtimeClient.sendHeartbeat': { works: ['client > hears its heartbeats answered in %s'] },
  'RealtimeClient.setAuth': {
    works: [
      'tokens > goes on with a newer token',
      'private > that may still read goes on, with what it may',
      'private > that may no longer read ends the channel',
    ],
  },
  'RealtimeClient.stateChangeCallbacks': { works: [lost] },
  'RealtimeClient.timeout': { works: [settings] },
  'RealtimeClient.transport': { works: [settings] },
  'RealtimeClient.vsn': { works: [settings, 'broadcast > from protocol %s reaches others in %s'] },

  'RealtimeChannel.copyBindings': { works: ['client > hears with the listeners of another'] },
  'RealtimeChannel.httpSend': {
    works: [
      'broadcast-http > httpSend reaches everybody on the topic',
      'broadcast-http > httpSend carries bytes, and names that have to be escaped',
      'replay > gives what a sender asked to keep, over the socket and over HTTP',
      'private > one message to a private channel is refused to whom no policy lets send',
    ],
  },
  'RealtimeChannel.joinPush': { works: [standing] },
  'RealtimeChannel.joinedOnce': { works: [standing] },
  'RealtimeChannel.on': {
    works: [
      'broadcast > from protocol %s reaches others in %s',
      'presence > is told to everybody in %s, the one who tracks among them',
      'tokens > ends when its token runs out',
      'postgres-changes > arrive as insert, update and delete, in order',
      'changes-content > values are as PostgreSQL writes them in JSON, with the names of their types',
      'changes-filters > hold by the types of their columns',
      'changes-filters > select narrows the columns but keeps the key',
      'postgres-changes > everybody receives what they may read, and nothing else',
      'postgres-changes > of the kind and the rows that were asked for',
    ],
  },
  'RealtimeChannel.presenceState': { works: ['presence > is known whole to whoever joins later'] },
  'RealtimeChannel.rejoinTimer': { works: ['private > lets in who was let in meanwhile'] },
  'RealtimeChannel.send': {
    works: [
      'broadcast > from protocol %s reaches others in %s',
      'broadcast > of bytes arrives as bytes, and only where bytes can be said',
      'broadcast > comes back to a sender in %s who asked for it',
      'broadcast-http > send falls back to HTTP',
      'private > takes messages only from whom a policy for insert lets send',
      'processes > broadcasts go both ways, once each and in order',
      'limits > a payload beyond the limit is refused, its channel goes on',
    ],
  },
  'RealtimeChannel.state': { works: [standing] },
  'RealtimeChannel.subscribe': {
    works: [
      'private > lets in whom a policy for select lets read',
      'private > refuses others with the reason',
      'replay > gives the newest messages since then, oldest first, before new ones',
      'tokens > with a token that %s is refused',
      'protocol > that wait for changes to be heard are answered then',
      'reconnect > after the server was killed and started again is told everything, in order',
      'reconnect > after its socket broke is told what it missed, exactly once',
      'limits > a socket joins so many channels and no more',
    ],
  },
  'RealtimeChannel.teardown': { works: [standing] },
  'RealtimeChannel.timeout': { works: [standing] },
  'RealtimeChannel.track': {
    works: [
      'presence > changes when something else is tracked',
      'presence > has several states under one key',
      'private > lets nobody be present without a policy for it',
      'processes > everybody sees who is present, whoever joins later as well',
    ],
  },
  'RealtimeChannel.unsubscribe': {
    works: [standing, 'broadcast > is no longer received by who has left'],
  },
  'RealtimeChannel.untrack': {
    works: ['presence > ends by untrack, by leaving and by a lost socket'],
  },
  'RealtimeChannel.updateJoinPayload': { works: [lost] },

  'RealtimePresence.state': { works: ['presence > is known whole to whoever joins later'] },
}
