/* Loaded before a program of ours by Windows' Node where Wine stands in for Windows. */
"use strict";
const { Socket } = require("node:net");

// Wine 8 does not know the option that it sets, and a connection would end by it.
Socket.prototype.setKeepAlive = function setKeepAlive() {
  return this;
};

// What comes from the system around Wine, and no Windows would say.
for (const name of Object.keys(process.env)) {
  if (/^(?:WINE.*|HOME|LC_ALL|_)$/.test(name)) delete process.env[name];
}
