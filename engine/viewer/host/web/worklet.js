// The sound's thread: plays blocks of the program's samples one after another, and tells it how many it has played.
'use strict';

const TELL_EVERY = 4; // calls of process

class Player extends AudioWorkletProcessor {
    constructor() {
        super();
        this.blocks = []; // Int16Array, pairs left and right
        this.at = 0; // values taken of the first
        this.played = 0; // pairs
        this.calls = 0;
        this.feed = null;
        this.ended = false;
        this.port.onmessage = ({data}) => {
            this.feed = data.feed;
            this.ended = !this.feed;
            if (this.feed) {
                this.feed.onmessage = ({data: samples}) => this.blocks.push(samples);
            }
        };
    }

    process(inputs, [[left, right]]) {
        for (let i = 0; i < left.length && this.blocks.length > 0; i++) {
            const block = this.blocks[0];
            left[i] = block[this.at] / 32768;
            right[i] = block[this.at + 1] / 32768;
            this.at += 2;
            this.played++;
            if (this.at === block.length) {
                this.blocks.shift();
                this.at = 0;
            }
        }
        if (this.feed && ++this.calls % TELL_EVERY === 0) {
            this.feed.postMessage({played: this.played, time: currentTime});
        }
        return !this.ended;
    }
}

registerProcessor('quakereel', Player);
