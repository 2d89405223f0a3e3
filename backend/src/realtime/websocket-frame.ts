const textOpcode = 0x81
const binaryOpcode = 0x82

/** A whole WebSocket message with this text, as a server sends it: framed once, written to many. */
export function frameText(text: string): Buffer {
  return frame(textOpcode, Buffer.from(text))
}

/** A whole WebSocket message with these bytes, as a server sends it. */
export function frameBinary(bytes: Buffer): Buffer {
  return frame(binaryOpcode, bytes)
}

/** RFC 6455, 5.2: one unmasked frame that is final, its length in 7, 16 or 64 bits. */
function frame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload
  if (length < 126) return Buffer.concat([Buffer.of(opcode, length), payload])
  if (length < 0x1_0000) {
    return Buffer.concat([Buffer.of(opcode, 126, length >> 8, length & 0xff), payload])
  }
  const head = Buffer.alloc(10)
  head[0] = opcode
  head[1] = 127
  head.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([head, payload])
}
