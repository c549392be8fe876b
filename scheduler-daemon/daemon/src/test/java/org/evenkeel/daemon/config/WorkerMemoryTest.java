package org.evenkeel.daemon.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkerMemoryTest {

    @ParameterizedTest(name = "{1} MiB, {0} slots: {2}")
    @CsvSource({
        "1, 128, 32",
        "1, 320, 80",
        "1, 512, 176",
        "2, 512, 88",
        "1, 1024, 256",
        "4, 2048, 236",
        "2, 4096, 512",
        "2, 24576, 3072",
        "64, 24576, 190",
        "0, 1024, 256"
    })
    void heapsOfASlotHaveRoomBesideOneAnother(int slots, long machine, long heap) {
        assertThat(WorkerMemory.heapMegabytes(slots, machine)).isEqualTo(heap);
    }
}
